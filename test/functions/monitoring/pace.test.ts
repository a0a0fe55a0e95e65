import { expect, test } from "vitest";
import { Pace } from "../../../functions/monitoring/pace.ts";

/** A clock that passes when it is slept by; it can also stand still, as a process does without its share. */
function playedClock(pauseMs = 0) {
  const clock = {
    ms: 0,
    now: () => clock.ms,
    async sleep(ms: number) {
      clock.ms += ms + pauseMs;
      await new Promise(setImmediate);
    },
  };
  return clock;
}

async function startsOf(count: number, share: number, { pauseMs = 0 } = {}) {
  const clock = playedClock(pauseMs);
  const pace = new Pace(clock, share);
  return await Promise.all(
    Array.from({ length: count }, () => pace.turn().then(() => clock.now())),
  );
}

test.each([
  [1, 1.22],
  [0.5, 2.44],
  [0.29, 4.21],
])("500 probes on %s of a processor start within %s seconds, evenly", async (share, seconds) => {
  const starts = await startsOf(500, share);
  expect((starts.at(-1) ?? 0) / 1000).toBeCloseTo(seconds, 1);
  const inFirstHalf = starts.filter((at) => at < (seconds * 1000) / 2).length;
  expect(inFirstHalf).toBeGreaterThan(250);
  expect(inFirstHalf).toBeLessThan(262);
});

test("a process that stood still catches up, by a dozen at once at most", async () => {
  const short = await startsOf(500, 0.29, { pauseMs: 70 });
  expect((short.at(-1) ?? 0) / 1000).toBeLessThan(5);
  const long = await startsOf(100, 0.29, { pauseMs: 5000 });
  const together = [...Map.groupBy(long, (at) => at).values()].map(({ length }) => length);
  expect(Math.max(...together)).toBe(12);
});

test("what takes longest starts first, and what takes equally long in turn", async () => {
  const pace = new Pace(playedClock(), 0.29);
  const order: string[] = [];
  const expected = { fast: 100, slow: 4000, new: 0, slower: 9000, also: 100 };
  await Promise.all(
    Object.entries(expected).map(([name, ms]) => pace.turn(ms).then(() => order.push(name))),
  );
  expect(order).toEqual(["slower", "slow", "fast", "also", "new"]);
});
