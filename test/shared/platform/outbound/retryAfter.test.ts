import { expect, test } from "vitest";
import { readRetryAfter } from "../../../../functions/reference/client/answers.ts";
import { retryAfterMs } from "../../../../shared/platform/outbound/headers.ts";

const NOON = Date.parse("2026-11-20T12:00:00Z");

/** In seconds, as the service reads an endpoint's answer and the client reads the service's. */
function secondsOf(value: string | undefined) {
  const read = [retryAfterMs(value, NOON), readRetryAfter(value ?? null, NOON)];
  return read.map((ms) => ms && ms / 1000);
}

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
  expect(secondsOf(value)).toEqual([seconds, seconds]);
});

// V8 takes the first four for dates.
test.each([
  ...["9999-12-31", "2026-11-21T12:00:00Z", "+7200", "-5", "7200.", "1e3", "0x10", "in a while"],
  ...["120, 120", "Fri, 20 Nov 2026 13:00:00 +0100", "", undefined],
])("Retry-After: %s is ignored", (value) => {
  expect(secondsOf(value)).toEqual([undefined, undefined]);
});
