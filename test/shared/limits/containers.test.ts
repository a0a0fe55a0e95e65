import { expect, test } from "vitest";
import { thoroughly } from "../../support/runs.ts";
import { makeContainers } from "./rateContainers.ts";

interface Crowd {
  count: number;
  limit: number;
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
  ["60 in turn", { count: 60, limit: 1000, choose: inTurn }],
  ["more and more", { count: 60, limit: 1000, choose: growing }],
];
const many: typeof few = [
  ["300 in turn", { count: 300, limit: 6000, choose: inTurn }],
  ["up to 300, more and more", { count: 300, limit: 6000, choose: growing }],
  ["300, some more often", { count: 300, limit: 6000, choose: uneven }],
  ["300 with a limit of 1,200", { count: 300, limit: 1200, choose: inTurn }],
  ["1,000 in turn", { count: 1000, limit: 6000, choose: inTurn }],
];

test.each(thoroughly([...few, ...many], few))(
  "%s let at most a tenth more than the limit through, and never less",
  { timeout: 120_000 },
  async (_, { count, limit, choose }) => {
    const { take, bookAtOnce, wait, allowed, refused, within } = makeContainers({ count });
    // Part of the limit, so that there are fewer requests to make.
    const before = limit * 0.6;
    await bookAtOnce(before);
    for (let number = 0; number < limit; number += 1) {
      await take(limit, choose(number, count));
      wait(5);
    }
    const most = Math.max(...[allowed.at(-1) ?? 0].map(within));
    expect(refused.length).toBeGreaterThan(0);
    expect(most).toBeLessThanOrEqual(limit * 1.1);
    expect(Math.min(...refused.map(within))).toBeGreaterThanOrEqual(limit);
    if (process.env["TELL"]) console.error(_, most, most / limit);
  },
);
