import { describe, expect, onTestFinished, test, vi } from "vitest";
import type { Budget } from "../../../shared/entities/rateUse.ts";
import { bookRequests, readBookings, readCallsOfDay } from "../../../shared/limits/rateBookings.ts";
import { RateCounter } from "../../../shared/limits/rateCounter.ts";
import { settle, take as takeFrom } from "../../../shared/limits/rates.ts";
import { RateWindow } from "../../../shared/limits/rateWindow.ts";
import { newUuid } from "../../../shared/uuid.ts";
import { costOf } from "../../support/cost.ts";
import { makeReseller } from "../../support/factories.ts";
import { failRequests, interceptRequests } from "../../support/interceptRequests.ts";
import { thoroughly } from "../../support/runs.ts";

const START = 1_795_000_017_300;
const CONTAINERS = 20;

/** Containers that count the requests of one reseller, with one clock, which some see set wrong. */
function makeContainers({ count = CONTAINERS, skews = [] as number[] } = {}) {
  const place = { reseller_uuid: newUuid(), kind: "reads" as const };
  let now = START;
  const counters = Array.from({ length: count }, (_, index) => {
    const counter = new RateCounter(place);
    return { take: (limit: number) => counter.take(limit, now + (skews[index] ?? 0)) };
  });
  const allowed: number[] = [];
  const refused: number[] = [];
  return {
    allowed,
    refused,
    /** Books requests at this moment, as a container in which nobody waits for an answer. */
    async bookAtOnce(amount: number) {
      const time = new RateWindow().timeFor(now, now, amount);
      await bookRequests(place, { time, amount, lapsed: [], now });
      allowed.push(...Array.from({ length: amount }, () => now));
    },
    wait: (ms: number) => {
      now += ms;
    },
    async take(limit: number, container = 0) {
      const taken = await counters[container]?.take(limit);
      if (!taken) throw new Error("There is no such container");
      await taken.booking;
      (taken.isAllowed ? allowed : refused).push(now);
      return taken;
    },
    /** How many were allowed in the 60 seconds until then. */
    within: (until: number) => allowed.filter((at) => at > until - 60_000 && at <= until).length,
  };
}

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
  const longer: typeof usual = [["a large limit", LARGE]];

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

test("containers that book once leave no item that grows", async () => {
  const place = { reseller_uuid: newUuid(), kind: "reads" } as const;
  for (let job = 0; job < 105; job += 1) {
    const container = new RateCounter(place);
    for (let taken = 0; taken < 10; taken += 1) {
      await (await container.take(6000, START + job * 1_800_000)).booking;
    }
  }
  expect((await readBookings(place)).times.size).toBeLessThan(100);
});

describe("while the table does not count", () => {
  test("nobody is refused, and the table is asked once a second", async () => {
    const { take, wait, refused } = makeContainers();
    await take(6000);
    for (const requests of [1, 1]) {
      const asked = failRequests(() => true, "before");
      onTestFinished(() => void asked());
      for (let count = 0; count < 3000; count += 1) await take(6000);
      expect(asked()).toBe(requests);
      wait(1000);
    }
    expect(refused).toEqual([]);
  });

  test("a booking whose answer is lost is not made twice", async () => {
    const { take } = makeContainers();
    await take(6000);
    const requests = failRequests((number) => number === 1, "onTheWay");
    onTestFinished(() => void requests());
    for (let count = 0; count < 10; count += 1) await take(6000);
    expect(requests()).toBe(1);
  });

  test("a table that never answers is not waited for", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    const { take } = makeContainers();
    onTestFinished(interceptRequests(() => new Promise(() => {})));
    const taken = take(900);
    await vi.advanceTimersByTimeAsync(2000);
    expect(await taken).toMatchObject({ isAllowed: true });
  });
});

/** Takes from a reseller's budget as a request does, and charges its final weight if it is allowed. */
async function spend(place: Budget, { weight = 1, now = Date.now() } = {}) {
  const taken = await takeFrom(place, now);
  await taken.booking;
  if (taken.isAllowed) await settle(place, { weight, now, taken: taken.weight });
  return taken;
}

test("a worker's work is allowed up to the limit, and again when it has lapsed", async () => {
  const { uuid: reseller_uuid } = await makeReseller({ deliveries_per_minute: 5 });
  const place = { reseller_uuid, kind: "deliveries" } as const;
  for (let count = 0; count < 4; count += 1) await spend(place, { now: START });
  expect(await spend(place, { now: START + 1000 })).toMatchObject({ isAllowed: true });
  const refusal = { isAllowed: false, resetSeconds: 58 };
  expect(await spend(place, { now: START + 2000 })).toMatchObject(refusal);
  expect(await spend(place, { now: START + 60_000 })).toMatchObject({ isAllowed: true });
});
