import { expect, test } from "vitest";
import { timestamp } from "../../../shared/platform/time.ts";
import { parseUuid } from "../../../shared/platform/uuid.ts";

test("a timestamp is in whole seconds with a numeric UTC offset", () => {
  expect(timestamp(new Date("2026-01-31T09:30:00.999Z"))).toBe("2026-01-31T09:30:00+00:00");
  expect(Date.parse(timestamp())).toBeLessThanOrEqual(Date.now());
});

test.each([
  ["01a1fa68-f990-77f9-870b-99babd71b33a", "01a1fa68-f990-77f9-870b-99babd71b33a"],
  ["01A1FA68-F990-77F9-870B-99BABD71B33A", "01a1fa68-f990-77f9-870b-99babd71b33a"],
  ["00000000-0000-0000-0000-000000000000", "00000000-0000-0000-0000-000000000000"],
  ["01a1fa68f99077f9870b99babd71b33a", undefined],
  ["{01a1fa68-f990-77f9-870b-99babd71b33a}", undefined],
  ["01a1fa68-f990-77f9-870b-99babd71b33a\n", undefined],
  ["01a1fa68-f990-77f9-870b-99babd71b33g", undefined],
  ["", undefined],
  [undefined, undefined],
])("%j is the uuid %j", (text, uuid) => {
  expect(parseUuid(text)).toBe(uuid);
});
