import { expect, test } from "vitest";
import {
  addObserved,
  addToDay,
  dayOf,
  daysLater,
  NO_PROBES,
  secondsOfDay,
} from "../../../functions/monitoring/tallies.ts";

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
