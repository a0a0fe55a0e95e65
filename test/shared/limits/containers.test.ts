import { expect, test } from "vitest";
import { thoroughly } from "../../support/runs.ts";
import { makeContainers } from "./rateContainers.ts";

interface Crowd {
  count: number;
  limit: number;
  /** The part of the limit that was used at once before, so that there are fewer requests to make. */
  before: number;
  /** Which container takes the request of this number. */
  choose(number: number, count: number): number;
}

const inTurn: Crowd["choose"] = (number, count) => number % count;
/** One container more every few requests, as Lambda starts them. */
const growing: Crowd["choose"] = (number, count) =>
  Math.floor((number * 7919) % Math.min(count, 1 + number / 8));
/** Lambda prefers some containers. */
const uneven: Crowd["choose"] = (number, count) =>
  Math.floor((((number * 7919) % 1000) / 1000) ** 2 * count);

const few: [string, Crowd][] = [
  ["up to 60, more and more", { count: 60, limit: 1000, before: 0.9, choose: growing }],
];
const many: typeof few = [
  ["60 in turn", { count: 60, limit: 1000, before: 0.6, choose: inTurn }],
  ["300 in turn", { count: 300, limit: 6000, before: 0.45, choose: inTurn }],
  ["up to 300, more and more", { count: 300, limit: 6000, before: 0.45, choose: growing }],
  ["300, some more often", { count: 300, limit: 6000, before: 0.45, choose: uneven }],
  ["300 with a limit of 1,200", { count: 300, limit: 1200, before: 0.6, choose: inTurn }],
  ["1,000 in turn", { count: 1000, limit: 6000, before: 0.45, choose: inTurn }],
];

test.each(thoroughly([...few, ...many], few))(
  "%s let at most a tenth more than the limit through, and never less",
  { timeout: 300_000 },
  async (_, { count, limit, before, choose }) => {
    const { take, bookAtOnce, wait, allowed, refused, within } = makeContainers({ count });
    await bookAtOnce(limit * before);
    for (let number = 0; number < 2.5 * limit * (1 - before); number += 1) {
      await take(limit, choose(number, count));
      wait(5);
    }
    const most = within(allowed.at(-1) ?? 0);
    expect(refused.length).toBeGreaterThan(0);
    expect(most).toBeLessThanOrEqual(limit * 1.1);
    expect(Math.min(...refused.map(within))).toBeGreaterThanOrEqual(limit);
  },
);
