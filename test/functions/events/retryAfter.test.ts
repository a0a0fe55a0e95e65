import { expect, test } from "vitest";
import { readRetryAfter } from "../../../functions/events/deliveries/attempt.ts";

const NOON = new Date("2026-11-20T12:00:00Z");

test.each([
  ["120", 120],
  [" 1 ", 1],
  ["86400", 86_400],
  ["86401", 86_400],
  ["999999999", 86_400],
  ["Fri, 20 Nov 2026 12:05:00 GMT", 300],
  ["Fri, 27 Nov 2026 12:00:00 GMT", 86_400],
])("Retry-After: %s is a wait of %s seconds", (value, seconds) => {
  expect(readRetryAfter(value, NOON)).toEqual(new Date(NOON.getTime() + seconds * 1000));
});

test.each([undefined, "", "0", "-5", "soon", "1e3", "Fri, 20 Nov 2026 12:00:00 GMT"])(
  "Retry-After: %s is none",
  (value) => {
    expect(readRetryAfter(value, NOON)).toBeUndefined();
  },
);
