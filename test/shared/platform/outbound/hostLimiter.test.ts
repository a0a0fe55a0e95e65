import { expect, test } from "vitest";
import { HostLimiter, type Pace } from "../../../../shared/platform/outbound/hostLimiter.ts";
import type { Clock } from "../../../../shared/platform/time.ts";

const [HOST, OTHER] = ["shop.example", "blog.example"];

/** A clock that goes on, from one sleeper to the next, when nothing else is left to do. */
class PlayedClock implements Clock {
  time = 0;
  readonly #sleepers: { until: number; wake: () => void }[] = [];

  now() {
    return this.time;
  }

  sleep(ms: number) {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#sleepers.push({ until: this.time + ms, wake: resolve });
    return promise;
  }

  async play() {
    await new Promise(setImmediate);
    for (;;) {
      this.#sleepers.sort((one, other) => one.until - other.until);
      const next = this.#sleepers.shift();
      if (!next) return;
      this.time = Math.max(this.time, next.until);
      next.wake();
      await new Promise(setImmediate);
    }
  }
}

interface Sent {
  host?: string;
  addresses?: string[];
  pace?: Partial<Pace>;
  deadline?: number;
  /** How long the request takes. */
  ms?: number;
}

/** When these requests start, in milliseconds, if all are made at once. */
async function play(requests: Sent[], prepare = (_: HostLimiter) => {}) {
  const clock = new PlayedClock();
  const limiter = new HostLimiter(clock);
  prepare(limiter);
  const starts = requests.map(({ host = HOST, ms = 0, ...wait }) =>
    limiter.run(host, wait, async () => {
      const start = clock.now();
      if (ms > 0) await clock.sleep(ms);
      return start;
    }),
  );
  await clock.play();
  return await Promise.all(starts);
}

const times = (count: number, make: (index: number) => Sent): Sent[] =>
  Array.from({ length: count }, (_, index) => make(index));

test.each<[string, Sent[], (number | undefined)[]]>([
  ["starts at a host name are 25 ms apart", times(4, () => ({})), [0, 25, 50, 75]],
  [
    "however it is written",
    [HOST, "SHOP.example", "shop.example."].map((host) => ({ host })),
    [0, 25, 50],
  ],
  ["at other host names nothing waits", [{}, { host: OTHER }, {}], [0, 0, 25]],
  [
    "ten requests run at once, and the next when one has ended",
    times(12, () => ({ ms: 1000 })),
    [0, 25, 50, 75, 100, 125, 150, 175, 200, 225, 1000, 1025],
  ],
  [
    "a caller can be more polite",
    times(4, () => ({ pace: { concurrent: 2, spacingMs: 250 }, ms: 600 })),
    [0, 250, 600, 850],
  ],
  [
    "host names at one address are 20 ms apart",
    times(4, (index) => ({ host: `${index}.example`, addresses: ["192.0.2.1"] })),
    [0, 20, 40, 60],
  ],
  [
    "also when each names a dead address before it",
    times(4, (index) => ({
      host: `${index}.example`,
      addresses: [`198.51.100.${index}`, "192.0.2.1"],
    })),
    [0, 20, 40, 60],
  ],
  [
    "40 run at once at an address",
    times(42, (index) => ({ host: `${index}.example`, addresses: ["192.0.2.1"], ms: 5000 })),
    [...Array.from({ length: 40 }, (_, index) => index * 20), 5000, 5020],
  ],
  [
    "nothing starts after its deadline, and what gives up leaves its place",
    [{}, { deadline: 25 }, { deadline: 26 }, {}],
    [0, undefined, 25, 50],
  ],
  [
    "what waits for a request to end gives up then, if that is after its deadline",
    [...times(10, () => ({ ms: 1000 })), { deadline: 500 }, {}],
    [...Array.from({ length: 10 }, (_, index) => index * 25), undefined, 1000],
  ],
])("%s", async (_, requests, starts) => {
  expect(await play(requests)).toEqual(starts);
});

test("a pause delays its host only, and ten seconds at most", async () => {
  const requests = [{}, { host: OTHER }, { deadline: 9000 }];
  const starts = await play(requests, (limiter) => limiter.pause(HOST, 3_600_000));
  expect(starts).toEqual([10_000, 0, undefined]);
});

test("a request that fails leaves its place to the next, also after the clock was set back", async () => {
  const clock = new PlayedClock();
  clock.time = 3_600_000;
  const limiter = new HostLimiter(clock);
  const pace = { concurrent: 1 };
  const failed = limiter.run(HOST, { pace }, () => Promise.reject(new Error("broken")));
  await expect(failed).rejects.toThrow("broken");
  clock.time = 0;
  const last = limiter.run(HOST, { pace }, async () => clock.now());
  await clock.play();
  expect(await last).toBe(25);
});
