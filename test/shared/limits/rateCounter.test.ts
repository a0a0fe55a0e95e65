import { describe, expect, test } from "vitest";
import { FREE_MINUTES } from "../../../shared/limits/freeWeight.ts";
import { bookRequests, readCallsOfDay } from "../../../shared/limits/rateBookings.ts";
import { RateCounter } from "../../../shared/limits/rateCounter.ts";
import { newUuid } from "../../../shared/uuid.ts";
import { costOf } from "../../support/cost.ts";
import { thoroughly } from "../../support/runs.ts";
import { CONTAINERS, makeContainers } from "./rateContainers.ts";

/** Numbers from 0 to 1, the same each time. */
function randomly(seed: number) {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}

describe("twenty containers with uneven traffic", () => {
  const SMALL = { limit: 40, everyMs: 10, seconds: 0.6 };
  const LARGE = { limit: 1200, everyMs: 0.5, seconds: 0.2 };
  const usual: [string, typeof SMALL][] = [["a small limit", SMALL]];
  const longer: typeof usual = [
    ["a large limit", LARGE],
    ["two thousand requests a second", { ...LARGE, seconds: 1.2 }],
    ["one and a half times the limit", { ...LARGE, everyMs: 33, seconds: 41 }],
  ];

  test.each(thoroughly([...usual, ...longer], usual))(
    "allow the limit to a tenth in any minute, and never less: %s",
    async (_, traffic) => {
      const { limit, everyMs, seconds } = traffic;
      const { take, bookAtOnce, wait, allowed, refused, within } = makeContainers();
      const random = randomly(7);
      const hammer = async () => {
        if (limit > 1000) await bookAtOnce(900);
        for (let at = 0; at < seconds * 1000; ) {
          await take(limit, Math.floor(random() ** 2 * CONTAINERS));
          const pause = everyMs * 2 * random();
          at += pause;
          wait(pause);
        }
      };
      const cost = await costOf(async () => {
        await hammer();
        // What was booked at once has lapsed; the other requests lapse during the second time.
        wait(60_001 - seconds * 1000);
        await hammer();
      });
      // The item fits into a kilobyte.
      expect(cost.writeUnits).toBeLessThanOrEqual(cost.requests);
      expect(Math.max(...allowed.map(within))).toBeLessThanOrEqual(limit * 1.1);
      expect(refused.length).toBeGreaterThan(0);
      expect(Math.min(...refused.map(within))).toBeGreaterThanOrEqual(limit);
    },
  );
});

test("a small limit is exact in all containers together, also when they ask at once", async () => {
  const { take, allowed } = makeContainers();
  await Promise.all(Array.from({ length: 40 }, (_, index) => take(7, index % CONTAINERS)));
  expect(allowed).toHaveLength(7);
  expect(await take(7, 3)).toMatchObject({ isAllowed: false, remaining: 0 });
});

test("a limit of 0 refuses everything", async () => {
  const { take } = makeContainers();
  expect(await take(0)).toMatchObject({
    isAllowed: false,
    limit: 0,
    remaining: 0,
    resetSeconds: 60,
  });
});

test("a client that waits for the time of the refusal's retry-after is accepted by every container", async () => {
  for (const limit of [5, 1200]) {
    const { take, wait, bookAtOnce } = makeContainers();
    if (limit > 1000) await bookAtOnce(limit - 200);
    let taken = await take(limit);
    for (let count = 1; taken.isAllowed; count += 1) {
      wait(1);
      taken = await take(limit, count % CONTAINERS);
    }
    expect(taken.resetSeconds).toBeGreaterThan(50);
    wait(taken.resetSeconds * 1000);
    for (const container of Array.from({ length: CONTAINERS }).keys()) {
      if (limit > CONTAINERS)
        expect(await take(limit, container)).toMatchObject({ isAllowed: true });
    }
    expect(await take(limit, 9)).toMatchObject({ isAllowed: true });
  }
});

test("a decision tells how many requests are left, and when there are more", async () => {
  const { take, wait } = makeContainers();
  expect(await take(6000)).toEqual({
    isAllowed: true,
    weight: 1,
    limit: 6000,
    remaining: 5999,
    resetSeconds: 60,
  });
  wait(10_500);
  expect(await take(6000)).toMatchObject({ remaining: 5998, resetSeconds: 50 });
  wait(50_000);
  expect(await take(6000)).toMatchObject({ remaining: 5998, resetSeconds: 10 });
});

test("the first request of a minute is booked at once, then several in one write unit", async () => {
  const { take, wait } = makeContainers();
  const costs = [];
  for (const calls of [1, 10, 10]) {
    costs.push(
      await costOf(async () => {
        for (let count = 0; count < calls; count += 1) await take(6000);
      }),
    );
  }
  const one = { commands: ["UpdateItem"], writeUnits: 1, readUnits: 0 };
  expect(costs).toMatchObject([one, one, one]);
  const quiet = await costOf(async () => {
    for (let count = 0; count < 6; count += 1) {
      await take(6000, 1);
      wait(20_000);
    }
  });
  expect(quiet.requests).toBe(3);
});

test.each([
  { limit: 6000, count: 1, credit: 10 },
  { limit: 6000, count: 50, credit: 6 },
  { limit: 1100, count: 1, credit: 1 },
  { limit: 1000, count: 51, credit: 1 },
])("of $limit, one of $count containers books $credit at once", async (given) => {
  const { limit, count, credit } = given;
  const { take } = makeContainers({ count });
  for (let container = 0; container < count; container += 1) await take(limit, container);
  const costs = [];
  for (let taken = 0; taken < credit; taken += 1) {
    costs.push((await costOf(() => take(limit, count - 1))).requests);
  }
  expect(costs).toEqual([...Array(credit - 1).fill(0), 1]);
});

test("a refusal costs nothing", async () => {
  const { take } = makeContainers();
  for (let count = 0; count < 6; count += 1) await take(6);
  expect(await costOf(() => take(6))).toMatchObject({ requests: 0 });
});

describe("a clock that is wrong by minutes", () => {
  test.each([
    ["ahead", 180_000],
    ["behind", -180_000],
  ])("%s leaves the limit as it is", async (_, skew) => {
    const limit = 1200;
    const { take, bookAtOnce, wait, allowed, within, refused } = makeContainers({
      count: 4,
      skews: [skew],
    });
    await bookAtOnce(900);
    for (let count = 0; count < 600; count += 1) {
      await take(limit, count % 4);
      wait(10);
    }
    expect(refused.length).toBeGreaterThan(0);
    expect(Math.max(...allowed.map(within))).toBeLessThanOrEqual(limit * 1.1);
    expect(Math.min(...refused.map(within))).toBeGreaterThanOrEqual(limit);
  });
});

test("heavy requests at once are counted before they are answered, once the day's free weight is used", async () => {
  const place = { reseller_uuid: newUuid(), kind: "reads" } as const;
  const [limit, now, heavy] = [1200, 1_795_000_017_300, 112];
  const containers = Array.from({ length: 30 }, () => new RateCounter(place));
  const answer = async (container: RateCounter) => {
    const { isAllowed, weight } = await container.take(limit, now);
    return { isAllowed, end: () => container.add(heavy, { limit, now, taken: weight }) };
  };
  // One heavy request each: the containers know how heavy they are.
  const free = FREE_MINUTES * limit;
  await bookRequests(place, { time: "00000", amount: 0, free, lapsed: [], now: now - 60_000 });
  for (const container of containers) {
    const { weight } = await container.take(limit, now - 60_000);
    await container.add(heavy, { limit, now: now - 60_000, taken: weight });
  }
  const answers = await Promise.all(containers.map(answer));
  const allowed = answers.filter(({ isAllowed }) => isAllowed);
  expect(allowed.length).toBe(Math.ceil(limit / heavy));
  await Promise.all(allowed.map(({ end }) => end()));
});

test.each([
  ["heavy, like the last heavy one, an hour after the first", [0, 59], 112],
  ["light, an hour after the last heavy one", [0], 1],
])("a request is counted in advance as %s", async (_, heavyAt, expected) => {
  const place = { reseller_uuid: newUuid(), kind: "reads" } as const;
  const [limit, start] = [1200, 1_795_000_017_300];
  const free = FREE_MINUTES * limit;
  await bookRequests(place, { time: "00000", amount: 0, free, lapsed: [], now: start });
  const counter = new RateCounter(place);
  const request = async (minute: number, heavy: number) => {
    const now = start + minute * 60_000;
    const { weight } = await counter.take(limit, now);
    await counter.add(heavy, { limit, now, taken: weight });
    return weight;
  };
  for (const minute of heavyAt) await request(minute, 112);
  await request(61, 1);
  expect(await request(62, 1)).toBe(expected);
});

test("calls on credit count once, also while one that is booked first is on the way", async () => {
  const place = { reseller_uuid: newUuid(), kind: "reads" } as const;
  const [limit, now] = [6000, 1_795_000_017_300];
  const counter = new RateCounter(place);
  for (let call = 0; call < 6; call += 1) await counter.take(limit, now);
  const exact = counter.take(900, now);
  await Promise.resolve();
  await counter.add(100, { limit, now, taken: 1 });
  await exact;
  expect(await readCallsOfDay(place.reseller_uuid, "2026-11-18")).toBe(7);
});
