import { expect, test } from "vitest";
import { addPeriod, hourBegin, secondsIn } from "../../../functions/monitoring/secondsByHour.ts";

test("a period is divided among its hours, and added to what they have", () => {
  expect(addPeriod({}, { from: 3000, to: 7201 })).toEqual({ 0: 600, 1: 3600, 2: 1 });
  expect(addPeriod({ 1: 10 }, { from: 3600, to: 3660 })).toEqual({ 1: 70 });
  expect(addPeriod({ 1: 10 }, { from: 3660, to: 3600 })).toEqual({ 1: 10 });
});

test("no hour has more than its seconds, and none is kept for more than eight days", () => {
  expect(addPeriod({ 1: 3590 }, { from: 3600, to: 3660 })).toEqual({ 1: 3600 });
  const now = 200 * 3600;
  expect(addPeriod({ 7: 1, 8: 1 }, { from: 0, to: now })[7]).toBeUndefined();
  expect(addPeriod({ 7: 1, 8: 1 }, { from: now, to: now + 1 })).toEqual({ 8: 1, 200: 1 });
});

test("the seconds of a period are those of the hours that begin in it", () => {
  const byHour = { 1: 1, 2: 10, 3: 100 };
  expect(secondsIn(byHour, { from: 3600, to: 3 * 3600 })).toBe(11);
  expect(secondsIn(byHour, { from: 3601, to: 3 * 3600 + 1 })).toBe(110);
  expect([hourBegin(3599), hourBegin(3600)]).toEqual([0, 3600]);
});
