import { afterEach, describe, expect, test, vi } from "vitest";
import { RateCounter } from "../../../shared/limits/rateCounter.ts";
import { newUuid } from "../../../shared/uuid.ts";
import { costOf } from "../../support/cost.ts";
import { failRequests, interceptRequests } from "../../support/interceptRequests.ts";

const START = 1_795_000_017_300;
const CONTAINERS = 20;

let end = () => {};
afterEach(() => {
  end();
  end = () => {};
});

/** Containers that count the requests of one reseller, with one clock, which some see set wrong. */
function setUp({ containers = CONTAINERS, skews = [] as number[] } = {}) {
  const place = { reseller_uuid: newUuid(), kind: "reads" as const };
  let now = START;
  const counters = Array.from({ length: containers }, (_, index) => {
    const counter = new RateCounter(place);
    return { take: (limit: number) => counter.take(limit, now + (skews[index] ?? 0)) };
  });
  const allowed: number[] = [];
  const refused: number[] = [];
  return {
    allowed,
    refused,
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
  test.each([
    ["two thousand requests a second", { limit: 1200, everyMs: 0.5, seconds: 1.2 }],
    ["one and a half times the limit", { limit: 1200, everyMs: 33, seconds: 41 }],
    ["a small limit", { limit: 40, everyMs: 10, seconds: 1 }],
  ])("allow the limit to a tenth in any minute, and never less: %s", async (_, traffic) => {
    const { limit, everyMs, seconds } = traffic;
    const { take, wait, allowed, refused, within } = setUp();
    const random = randomly(7);
    const hammer = async () => {
      for (let at = 0; at < seconds * 1000; ) {
        await take(limit, Math.floor(random() ** 2 * CONTAINERS));
        const pause = everyMs * 2 * random();
        at += pause;
        wait(pause);
      }
    };
    const cost = await costOf(async () => {
      await hammer();
      // The minute ends in the middle of the second time.
      wait(59_500 - seconds * 1000);
      await hammer();
    });
    // The item fits into a kilobyte.
    expect(cost.writeUnits).toBeLessThanOrEqual(cost.requests);
    expect(Math.max(...allowed.map(within))).toBeLessThanOrEqual(limit * 1.1);
    expect(refused.length).toBeGreaterThan(0);
    expect(Math.min(...refused.map(within))).toBeGreaterThanOrEqual(limit);
  });
});

test("a small limit is exact in all containers together, also when they ask at once", async () => {
  const { take, allowed } = setUp();
  await Promise.all(Array.from({ length: 40 }, (_, index) => take(7, index % CONTAINERS)));
  expect(allowed).toHaveLength(7);
  expect(await take(7, 3)).toMatchObject({ isAllowed: false, remaining: 0 });
});

test("a limit of 0 refuses everything", async () => {
  const { take } = setUp();
  expect(await take(0)).toEqual({ isAllowed: false, limit: 0, remaining: 0, resetSeconds: 60 });
});

test("who waits as long as a refusal says gets through, in any container", async () => {
  for (const limit of [5, 1200]) {
    const { take, wait } = setUp();
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

test("what is left is told, and when there is more", async () => {
  const { take, wait } = setUp();
  expect(await take(6000)).toEqual({
    isAllowed: true,
    limit: 6000,
    remaining: 5999,
    resetSeconds: 60,
  });
  wait(10_500);
  expect(await take(6000)).toMatchObject({ remaining: 5998, resetSeconds: 50 });
  wait(50_000);
  expect(await take(6000)).toMatchObject({ remaining: 5999, resetSeconds: 60 });
});

test("several requests are booked in one write unit, and few of a quiet container never", async () => {
  const { take, wait } = setUp();
  const costs = [];
  for (const calls of [10, 10]) {
    costs.push(
      await costOf(async () => {
        for (let count = 0; count < calls; count += 1) await take(6000);
      }),
    );
  }
  const one = { commands: ["UpdateItem"], writeUnits: 1, readUnits: 0 };
  expect(costs).toMatchObject([one, one]);
  const quiet = await costOf(async () => {
    for (let count = 0; count < 30; count += 1) {
      await take(6000, 1);
      wait(10_000);
    }
  });
  expect(quiet.requests).toBe(0);
});

test("a refusal costs nothing", async () => {
  const { take } = setUp();
  for (let count = 0; count < 60; count += 1) await take(60);
  expect(await costOf(() => take(60))).toMatchObject({ requests: 0 });
});

describe("a clock that is wrong by minutes", () => {
  test.each([
    ["ahead", 180_000],
    ["behind", -180_000],
  ])("%s leaves the limit as it is", async (_, skew) => {
    const limit = 1200;
    const { take, wait, allowed, within, refused } = setUp({ containers: 4, skews: [skew] });
    for (let count = 0; count < 1500; count += 1) {
      await take(limit, count % 4);
      wait(10);
    }
    expect(refused.length).toBeGreaterThan(0);
    expect(Math.max(...allowed.map(within))).toBeLessThanOrEqual(limit * 1.1);
    expect(Math.min(...refused.map(within))).toBeGreaterThanOrEqual(limit);
  });
});

describe("while the table does not count", () => {
  const lines = vi.spyOn(process.stdout, "write");

  /** How many requests the metric says were not counted. */
  function uncounted() {
    const found = lines.mock.calls.map(([line]) => String(line)).filter((l) => l.includes("_aws"));
    lines.mockClear();
    return found.map((line) => JSON.parse(line).UncountedRequests);
  }

  test.each([
    [900, 1],
    [6000, 10],
  ])("a limit of %d refuses nobody; the table is asked once a second", async (limit, amount) => {
    uncounted();
    const { take, wait, refused } = setUp();
    const requests = failRequests(() => true, "before");
    end = requests;
    for (let count = 0; count < limit / 2; count += 1) await take(limit);
    expect(requests()).toBe(1);
    expect(uncounted()[0]).toBe(amount);
    const later = failRequests(() => true, "before");
    end = later;
    wait(1000);
    await take(limit);
    expect(later()).toBe(1);
    expect(refused).toEqual([]);
  });

  test("a booking whose answer is lost is not made twice", async () => {
    const { take } = setUp();
    const requests = failRequests((number) => number === 1, "onTheWay");
    for (let count = 0; count < 10; count += 1) await take(6000);
    expect(requests()).toBe(1);
    expect(uncounted()).toEqual([10]);
  });

  test("a table that never answers is not waited for", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const { take } = setUp();
    end = interceptRequests(() => new Promise(() => {}));
    const taken = take(900);
    await vi.advanceTimersByTimeAsync(2000);
    vi.useRealTimers();
    expect(await taken).toMatchObject({ isAllowed: true });
    expect(uncounted()).toEqual([1]);
  });

  test("a refused condition is no failure", async () => {
    uncounted();
    const { take } = setUp();
    await take(3, 0);
    await take(3, 1);
    expect(uncounted()).toEqual([]);
  });
});
