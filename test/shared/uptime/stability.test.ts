import { expect, test } from "vitest";
import { changeOfStability } from "../../../shared/uptime/stability.ts";
import { character, type Logged } from "../../support/monitoring.ts";

const AT = 1_763_640_000;

/** An hour of probes, each five minutes, up to the last one; others in between, by their minute. */
function hour(odd: Record<number, Logged>, minutes = 5) {
  const regular = Array.from({ length: 60 / minutes }, (_, index) => index * minutes);
  const all = new Map<number, Logged>(regular.map((minute) => [minute, "up"]));
  for (const [minute, logged] of Object.entries(odd)) all.set(Number(minute), logged);
  return [...all]
    .toSorted(([one], [other]) => other - one)
    .map(([minute, logged]) => ({ at: AT - minute * 60, minutes, character: character(logged) }));
}

const change = (log: ReturnType<typeof hour>, unstable_since?: number) =>
  changeOfStability(log, { unstable_since, at: AT });

test.each<[string, Record<number, Logged>, number | undefined]>([
  ["two failed first attempts of twelve", { 0: "second", 20: "second" }, undefined],
  ["three failed first attempts of twelve", { 0: "second", 20: "second", 40: "second" }, 3],
  ["failures that the next probe did not confirm", { 0: "second", 20: "down", 40: "down" }, 3],
  [
    "failures of more than a minute, which were a downtime",
    { 0: "second", 20: "down", 25: "down", 30: "down" },
    undefined,
  ],
  [
    "failures that another region did not confirm",
    { 0: "elsewhere", 1: "down", 20: "elsewhere", 21: "down", 40: "second" },
    undefined,
  ],
  ["failures in maintenance", { 0: "announced", 20: "announced", 40: "announced" }, undefined],
])("%s make a website unstable, or not", (_, odd, failures) => {
  const expected = failures && { is_stable: false, since: AT, failures };
  expect(change(hour(odd))).toEqual(expected);
});

test("of a long interval, two of the last six probes make a website unstable, one alone does not", () => {
  const sixth = (before: number) => [
    { at: AT - before * 7200, minutes: 120, character: character("second") },
    { at: AT, minutes: 120, character: character("second") },
  ];
  expect(change(sixth(5))).toEqual({ is_stable: false, since: AT, failures: 2 });
  expect(change(sixth(6))).toBeUndefined();
});

test("an unstable website is stable after an hour with less than a tenth of bad probes", () => {
  const since = AT - 3600;
  expect(change(hour({}), since)).toEqual({ is_stable: true, since, failures: 0 });
  expect(change(hour({ 20: "second" }), since)).toMatchObject({ failures: 1 });
  expect(change(hour({ 20: "second", 40: "second" }), since)).toBeUndefined();
  expect(change(hour({}), since + 1)).toBeUndefined();
});
