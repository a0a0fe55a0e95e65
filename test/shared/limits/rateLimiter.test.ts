import { expect, onTestFinished, test } from "vitest";
import { RateLimiter } from "../../../shared/limits/rateLimiter.ts";
import { newUuid } from "../../../shared/platform/uuid.ts";
import { interceptRequests } from "../../support/interceptRequests.ts";

/** The begin of a minute. */
const NOW = Date.parse("2026-11-22T12:00:00Z");

function makeBudget() {
  return { reseller_uuid: newUuid(), kind: "reads" } as const;
}

/** Takes `cost` at `seconds`, and waits until the limiter has told the others. */
async function take(limiter: RateLimiter, seconds: number, { limit = 10, cost = 1 } = {}) {
  const { flush, ...decision } = await limiter.take(limit, cost, NOW + seconds * 1000);
  await flush;
  return { ...decision, isFlushed: flush !== undefined };
}

test.each<[string, [seconds: number, cost: number][], boolean[]]>([
  [
    "up to the limit",
    [
      [0, 4],
      [1, 6],
      [2, 1],
    ],
    [true, true, false],
  ],
  [
    "again when the previous minute has mostly passed",
    [
      [0, 10],
      [59, 1],
      [65, 1],
      [66, 1],
    ],
    [true, false, false, true],
  ],
  [
    "nothing that costs more than is left",
    [
      [0, 8],
      [1, 3],
      [2, 2],
    ],
    [true, false, true],
  ],
  [
    "what costs more than the limit, if nothing else was used",
    [
      [0, 50],
      [61, 50],
      [180, 50],
    ],
    [true, false, true],
  ],
])("allows %s", async (_, requests, allowed) => {
  const limiter = new RateLimiter(makeBudget());
  const decisions = [];
  for (const [seconds, cost] of requests) decisions.push(await take(limiter, seconds, { cost }));
  expect(decisions.map(({ isAllowed }) => isAllowed)).toEqual(allowed);
});

test.each([
  ["late in its minute", 50, 10],
  ["early in its minute", 1, 4],
])("a client that waits as it was told is allowed, refused %s", async (_, seconds, cost) => {
  const limiter = new RateLimiter(makeBudget());
  await take(limiter, 0, { cost: 10 });
  const refused = await take(limiter, seconds, { cost });
  expect(refused).toMatchObject({ isAllowed: false, remaining: 0 });
  const wait = seconds + refused.resetSeconds;
  expect(await take(limiter, wait - 1, { cost })).toMatchObject({ isAllowed: false });
  expect(await take(limiter, wait, { cost })).toMatchObject({ isAllowed: true });
});

test("adds its counts to the item once a second, and learns those of others with it", async () => {
  const budget = makeBudget();
  const [one, other] = [new RateLimiter(budget), new RateLimiter(budget)];
  const flushed = [];
  for (const at of [0, 0.4, 0.9, 1]) flushed.push((await take(one, at)).isFlushed);
  expect(flushed).toEqual([true, false, false, true]);
  await take(other, 1, { cost: 2 });
  expect(await take(other, 1.5)).toMatchObject({ isAllowed: true, remaining: 3 });
});

test("admits beyond the limit what arrives before others know, and is strict after a refusal", async () => {
  const budget = makeBudget();
  const [one, other] = [new RateLimiter(budget), new RateLimiter(budget)];
  await take(one, 0);
  await take(other, 0);
  expect(await take(other, 0.5, { cost: 8 })).toMatchObject({ isAllowed: true });
  expect(await take(one, 0.6, { cost: 8 })).toMatchObject({ isAllowed: true });
  await take(other, 1.1, { cost: 0 });
  expect(await take(one, 2, { cost: 3 })).toMatchObject({ isAllowed: false });
  // It learns in the minute of a refusal what the other has taken meanwhile.
  const calm = makeBudget();
  const [strict, busy] = [new RateLimiter(calm), new RateLimiter(calm)];
  expect(await take(strict, 0, { cost: 5 })).toMatchObject({ isAllowed: true });
  expect(await take(strict, 1, { cost: 6 })).toMatchObject({ isAllowed: false });
  await take(busy, 2, { cost: 5 });
  expect(await take(strict, 2, { cost: 1 })).toMatchObject({ isAllowed: false });
});

test("two hundred requests at once in a process don't exceed the limit", async () => {
  const limiter = new RateLimiter(makeBudget());
  const decisions = await Promise.all(Array.from({ length: 200 }, () => limiter.take(50, 1, NOW)));
  await Promise.all(decisions.map(({ flush }) => flush));
  expect(decisions.filter(({ isAllowed }) => isAllowed)).toHaveLength(50);
});

test("nobody is refused while the table does not answer, and a flush is not repeated", async () => {
  const limiter = new RateLimiter(makeBudget());
  let requestCount = 0;
  const end = interceptRequests((_, { Key }) => {
    if (!JSON.stringify(Key ?? {}).includes("rate#")) return;
    requestCount += 1;
    throw new Error("away");
  });
  onTestFinished(end);
  for (let at = 0; at < 20; at += 0.5)
    expect(await take(limiter, at, { limit: 30 })).toMatchObject({ isAllowed: true });
  expect(requestCount).toBe(20);
});
