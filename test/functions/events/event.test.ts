import { expect, it } from "vitest";
import { newEvent } from "../../../functions/events/event.ts";
import { newUuid } from "../../../shared/uuid.ts";

const change = {
  type: "website.updated",
  timestamp: "2026-01-31T09:30:00+00:00",
  sequence: 2,
  data: { uuid: newUuid() },
} as const;
const reseller = newUuid();

it("gives the same change the same id", () => {
  const { id } = newEvent(reseller, change);
  expect(id).toMatch(/^evt_[0-9a-f]{32}$/);
  expect(newEvent(reseller, { ...change }).id).toBe(id);
});

it.each([
  { ...change, sequence: 3 },
  { ...change, type: "website.down" as const },
  { ...change, data: { uuid: newUuid() } },
])("gives another change another id", (other) => {
  expect(newEvent(reseller, other).id).not.toBe(newEvent(reseller, change).id);
});
