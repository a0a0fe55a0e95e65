import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { Period } from "../../../shared/entities/monitor.ts";
import { figuresOf, percentageOfDays, responseTimes } from "../../../shared/uptime/figures.ts";
import { longestSeconds } from "../../../shared/uptime/states.ts";
import { character, type Logged } from "../../support/monitoring.ts";

const MINUTES = 5;
const DAY = { from: 0, to: 86_400 };

type Probe = readonly [at: number, logged: Logged];

const logOf = (probes: readonly Probe[]) =>
  probes.map(([at, logged]) => ({ at, minutes: MINUTES, character: character(logged) }));

const figures = (probes: Probe[], window: Period = DAY, windows: Period[] = []) => {
  const { times: _, ...others } = figuresOf(logOf(probes), window, windows);
  return others;
};

const none = { looks: 0, failures: 0, failed_attempts: 0, observed: 0, down: 0 };

/** Probes as a text: `0 up, 300 second`. */
const probesOf = (text: string) =>
  text.split(", ").flatMap((probe): Probe[] => {
    const [at, logged] = probe.split(" ");
    return logged ? [[Number(at), logged as Logged]] : [];
  });

test.each<[string, probes: string, Partial<typeof none>]>([
  ["no probe", "", {}],
  ["one probe", "0 up", { looks: 1 }],
  ["answers", "0 up, 300 up", { looks: 2, observed: 300 }],
  [
    "a good second attempt",
    "0 up, 300 second, 600 up",
    { looks: 3, failed_attempts: 1, observed: 600 },
  ],
  [
    "a failure, which counts until the next probe",
    "0 up, 300 down, 360 up",
    { looks: 3, failures: 1, failed_attempts: 1, observed: 360, down: 60 },
  ],
  ["a gap", "0 up, 481 up", { looks: 2 }],
  ["the longest time that is no gap", "0 up, 480 up", { looks: 2, observed: 480 }],
  ["a failure in maintenance", "0 up, 300 announced, 600 up", { looks: 2, observed: 300 }],
  ["an unknown result", "0 up, 300 unknown, 600 up", { looks: 2, observed: 300 }],
  ["a fault of this region", "0 up, 300 down, 360 elsewhere, 600 up", { looks: 4, observed: 600 }],
  // They are of the day in which they began, and time is divided at midnight.
  [
    "probes around midnight",
    "-200 down, 100 up, 86300 up, 86400 up",
    { looks: 2, observed: 200, down: 100 },
  ],
])("the figures of %s", (_, probes, expected) => {
  expect(figures(probesOf(probes))).toEqual({ ...none, ...expected });
});

test("what of a downtime lies in maintenance counts for nothing, to the second", () => {
  const windows = [
    { from: 200, to: 350 },
    { from: 250, to: 400 },
  ];
  const probes = probesOf("0 down, 300 down, 600 up");
  expect(figures(probes, DAY, windows)).toMatchObject({ observed: 400, down: 400 });
});

const probe = fc.record({
  after: fc.constantFrom(0, 1, 60, 300, 300, 300, 480, 481, 5000),
  logged: fc.constantFrom<Logged>(
    "up",
    "up",
    "up",
    "second",
    "down",
    "down",
    "announced",
    "unknown",
    "elsewhere",
  ),
});

const historyOf = (steps: { after: number; logged: Logged }[]) =>
  steps.reduce<Probe[]>((all, { after, logged }) => {
    const [before] = all.at(-1) ?? [0];
    all.push([before + after, logged]);
    return all;
  }, []);

/** What a second counts as, looked up in the log of all probes. */
function modelOf(
  probes: readonly Probe[],
  second: number,
  windows: Period[],
): "up" | "down" | "none" {
  const index = probes.findLastIndex(([at]) => at <= second);
  const [before, after] = [probes[index], probes[index + 1]];
  if (!before || !after || after[0] - before[0] > longestSeconds(MINUTES)) return "none";
  if (before[1] === "announced" || before[1] === "unknown") return "none";
  if (before[1] !== "down") return "up";
  const ended = probes.slice(index).find(([, logged]) => logged !== "down");
  if (ended?.[1] === "elsewhere") return "up";
  return windows.some(({ from, to }) => from <= second && second < to) ? "none" : "down";
}

test("the figures of any history are those of a log of all probes, second by second", () => {
  const window = fc.record({
    from: fc.integer({ min: 0, max: 5000 }),
    to: fc.integer({ min: 0, max: 9000 }),
  });
  fc.assert(
    fc.property(
      fc.array(probe, { maxLength: 40 }),
      fc.array(window, { maxLength: 2 }),
      (steps, windows) => {
        const probes = historyOf(steps);
        const [at] = probes.at(-1) ?? [0];
        const expected = { observed: 0, down: 0 };
        for (let second = 0; second < Math.min(at, DAY.to); second += 1) {
          const state = modelOf(probes, second, windows);
          if (state !== "none") expected.observed += 1;
          if (state === "down") expected.down += 1;
        }
        expect(figures(probes, DAY, windows)).toMatchObject(expected);
      },
    ),
    { numRuns: 40 },
  );
});

test("response times are those of the answers, good second attempts included", () => {
  const { times } = figuresOf(logOf(probesOf("0 up, 300 second, 600 down")), DAY);
  expect(responseTimes(times)).toEqual({ mean: 99, median: 99, p95: 99 });
  // 90 answers within 2 ms, 10 within 1,043 ms.
  expect(responseTimes({ "7": 90, "67": 10 })).toMatchObject({ median: 2, p95: 1088 });
  expect(responseTimes({})).toBeNull();
});

test("a percentage is rounded down, so that 100 means no failure", () => {
  const day = (observed_seconds: number, down_seconds: number) => ({
    observed_seconds,
    down_seconds,
  });
  expect(percentageOfDays([day(604_800, 1)])).toBe(99.99);
  expect(percentageOfDays([day(86_400, 0), day(300, 300)])).toBe(99.65);
  expect(percentageOfDays([day(300, 300)])).toBe(0);
  expect(percentageOfDays([day(0, 0)])).toBeNull();
});
