import { expect, test } from "vitest";
import { showDuration, showPercentage } from "../../../functions/console/app/format.ts";
import { roundUp } from "../../../functions/console/app/parts/days.ts";

test("less than all of it is never shown as 100 %", () => {
  const shown = [100, 99.996, 99.994, 0].map((percentage) => showPercentage(percentage));
  expect(shown).toEqual(["100%", "99.99%", "99.99%", "0.00%"]);
});

test("a duration is shown in its two largest units, to the nearest second", () => {
  const shown = [0, 0.6, 59.6, 90.6, 3599.6, 7260, 93_600].map((each) => showDuration(each));
  expect(shown).toEqual([
    "0 secs",
    "1 sec",
    "1 min",
    "1 min 31 secs",
    "1 hr",
    "2 hrs 1 min",
    "1 day 2 hrs",
  ]);
});

test("the top of a chart is the next round number", () => {
  expect([0, 1, 1.2, 9, 10, 14, 410, 900].map(roundUp)).toEqual([1, 1, 1.5, 10, 10, 15, 600, 1000]);
});
