import { expect, test } from "vitest";
import { retryAfterMs } from "../../../../shared/platform/outbound/headers.ts";

const NOON = Date.parse("2026-11-20T12:00:00Z");

test.each([
  ["120", 120],
  [" 120 ", 120],
  ["3600.5", 3601],
  ["299.997", 300],
  ["2999", 2999],
  ["0", 0],
  ["99999999999", 99_999_999_999],
  ["Fri, 20 Nov 2026 13:00:00 GMT", 3600],
  ["Friday, 20-Nov-26 13:00:00 GMT", 3600],
  ["Fri Nov 20 13:00:00 2026", 3600],
  ["Sun Dec  6 12:00:00 2026", 16 * 86_400],
  ["Sun, 06 Nov 1994 08:49:37 GMT", 0],
])("Retry-After: %s is %d seconds", (value, seconds) => {
  expect(retryAfterMs(value, NOON)).toBe(seconds * 1000);
});

// V8 takes the first four for dates.
test.each([
  ...["9999-12-31", "2026-11-21T12:00:00Z", "+7200", "-5", "7200.", "1e3", "0x10", "in a while"],
  ...["120, 120", "Fri, 20 Nov 2026 13:00:00 +0100", "", undefined],
])("Retry-After: %s is ignored", (value) => {
  expect(retryAfterMs(value, NOON)).toBeUndefined();
});
