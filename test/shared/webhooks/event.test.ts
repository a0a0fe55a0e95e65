import { expect, test } from "vitest";
import { newUuid } from "../../../shared/platform/uuid.ts";
import {
  eventBody,
  limitData,
  newEvent,
  type ServiceEvent,
} from "../../../shared/webhooks/event.ts";

const change = {
  type: "website.updated",
  timestamp: "2026-01-31T09:30:00+00:00",
  sequence: 2,
  data: { uuid: newUuid() },
} as const;
const reseller = newUuid();

test.each([
  { ...change, sequence: 3 },
  { ...change, type: "website.down" as const },
  { ...change, data: { uuid: newUuid() } },
])("another change has another id", (other) => {
  expect(newEvent(reseller, other).id).not.toBe(newEvent(reseller, change).id);
});

const uuid = newUuid();
const identifiers = { business_uuid: newUuid(), website_uuid: newUuid() };

function make(type: ServiceEvent["type"], data: Record<string, unknown> = {}) {
  const timestamp = "2026-11-22T09:30:00+00:00";
  return newEvent(newUuid(), { type, timestamp, sequence: 3, data: { uuid, ...data } });
}

test("a body has 20,000 bytes at most, of which the last is used", () => {
  const room = 20_000 - Buffer.byteLength(eventBody(make("website.up", { text: "" })));
  const full = make("website.up", { text: "x".repeat(room) });
  expect(Buffer.byteLength(eventBody(full))).toBe(20_000);
  expect(limitData(full)).toBe(full);
  const wide = make("website.up", { text: `${"x".repeat(room - 1)}é` });
  expect(Buffer.byteLength(eventBody(limitData(wide)))).toBeLessThan(500);
});

test("the data of an event that is too large are its identifiers", () => {
  const event = make("feed_item.created", { ...identifiers, name: "n", data: "x".repeat(20_000) });
  const limited = limitData(event);
  expect(limited).toEqual({ ...event, data: { uuid, ...identifiers } });
  expect(limitData(limited)).toBe(limited);
});
