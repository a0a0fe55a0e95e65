import { expect, test } from "vitest";
import { dayOf, daysLater, secondsOfDay } from "../../../functions/monitoring/days.ts";
import {
  characterOfDuration,
  classOfCharacter,
  classOfDuration,
  durationOfClass,
} from "../../../functions/monitoring/durationClasses.ts";
import {
  addObserved,
  addProbe,
  addTallies,
  addToDay,
  NO_PROBES,
  responseTimes,
} from "../../../functions/monitoring/tallies.ts";

test("a response time is a printable character, and comes back within 6 %", () => {
  for (let duration = 20; duration < 15_000; duration = Math.ceil(duration * 1.07)) {
    const character = characterOfDuration(duration);
    expect(character).toMatch(/^[!-~]$/);
    const read = durationOfClass(classOfCharacter(character));
    expect(Math.abs(read / duration - 1)).toBeLessThan(0.065);
  }
  expect([characterOfDuration(0), characterOfDuration(1)]).toEqual(["!", "!"]);
  expect(characterOfDuration(10_000_000)).toBe("~");
  expect([classOfCharacter("!"), classOfCharacter("~")]).toEqual([0, 93]);
});

test("mean, median and 95th percentile are those of the answers", () => {
  const durations = [...Array.from({ length: 90 }, () => 100), ...Array(10).fill(1000)];
  const tally = durations.reduce((sum, each) => addProbe(sum, classOfDuration(each)), NO_PROBES);
  const { looks, failures, times } = addProbe(tally, undefined);
  expect({ looks, failures }).toEqual({ looks: 101, failures: 1 });
  const found = responseTimes(times);
  expect(found?.median).toBe(durationOfClass(classOfDuration(100)));
  expect(found?.p95).toBe(durationOfClass(classOfDuration(1000)));
  expect(Math.abs((found?.mean ?? 0) / 190 - 1)).toBeLessThan(0.06);
  expect(responseTimes({})).toBeNull();
});

test("a percentile is the shortest time within which that share was answered", () => {
  expect(responseTimes({ 10: 1, 20: 1 })).toMatchObject({
    median: durationOfClass(10),
    p95: durationOfClass(20),
  });
  expect(responseTimes({ 10: 19, 20: 1 })?.p95).toBe(durationOfClass(10));
  expect(responseTimes({ 9: 18, 10: 1, 80: 1 })?.p95).toBe(durationOfClass(10));
});

test("tallies of two parts of a day are that of the day", () => {
  const one = { looks: 2, failures: 1, observed: 300, times: { 40: 1 } };
  const other = { looks: 3, failures: 0, observed: 600, times: { 40: 2, 41: 1 } };
  const both = { looks: 5, failures: 1, observed: 900, times: { 40: 3, 41: 1 } };
  expect(addTallies(one, other)).toEqual(both);
});

const MIDNIGHT = Date.parse("2026-12-01T00:00:00Z") / 1000;
const DAY = 86_400;

test("a day goes from midnight to midnight, in UTC", () => {
  expect([dayOf(MIDNIGHT - 1), dayOf(MIDNIGHT)]).toEqual(["2026-11-30", "2026-12-01"]);
  expect(secondsOfDay("2026-11-30")).toEqual({ from: MIDNIGHT - DAY, to: MIDNIGHT });
  expect(daysLater("2026-11-30", 1)).toBe("2026-12-01");
  expect(daysLater("2026-12-01", -2)).toBe("2026-11-29");
});

test("observed seconds count on their own days, each once", () => {
  const observed = (seconds: number) => ({ ...NO_PROBES, observed: seconds });
  expect(addObserved({}, { from: MIDNIGHT, to: MIDNIGHT })).toEqual({});
  expect(addObserved({}, { from: MIDNIGHT - 60, to: MIDNIGHT })).toEqual({
    "2026-11-30": observed(60),
  });
  const before = { "2026-11-30": observed(5) };
  expect(addObserved(before, { from: MIDNIGHT - 60, to: MIDNIGHT + DAY + 1 })).toEqual({
    "2026-11-30": observed(65),
    "2026-12-01": observed(DAY),
    "2026-12-02": observed(1),
  });
});

test("a tally is added to that of its day, and the other days stay", () => {
  const one = { looks: 1, failures: 1, observed: 0, times: {} };
  const tallies = addToDay({ "2026-11-30": one }, "2026-12-01", one);
  expect(addToDay(tallies, "2026-12-01", one)).toEqual({
    "2026-11-30": one,
    "2026-12-01": { ...one, looks: 2, failures: 2 },
  });
});
