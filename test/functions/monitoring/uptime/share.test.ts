import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { withStability } from "../../../../functions/monitoring/uptime/stability.ts";
import {
  isContinuous,
  type ProbeReport,
  stateAfterProbe,
} from "../../../../functions/monitoring/uptime/upOrDown.ts";
import { downOf, NEW_UPTIME_MEMORY } from "../../../../functions/monitoring/uptimeMemory.ts";
import { uptimePercentage } from "../../../../functions/monitoring/uptimePercentage.ts";
import type { UptimeMemory } from "../../../../shared/entities/check.ts";
import { runs } from "../../../support/runs.ts";

const LOOKS = runs(10_000, 20);
const NOON = Date.parse("2026-11-20T12:00:00Z") / 1000;
const WEEK = 7 * 24 * 3600;

/** Whether a website answers at a time in seconds. */
type Answers = (at: number) => boolean;

/** A probe as a log has it. */
interface Logged {
  at: number;
  answered: boolean;
}

/** Numbers between 0 and 1 that depend on the seed alone. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Probes a website as the schedule does, from a time on, by the rules alone. */
function probeByRules(
  answers: Answers,
  { minutes, looks, from }: { minutes: number; looks: number; from: number },
): { log: Logged[]; memory: UptimeMemory } {
  const log: Logged[] = [];
  let memory = NEW_UPTIME_MEMORY;
  for (let at = from; log.length < looks; ) {
    const answered = answers(at);
    const report: ProbeReport = { finding: answered ? "up" : "down", at, minutes };
    log.push({ at, answered });
    const step = withStability(memory, stateAfterProbe(memory, report), report);
    ({ memory } = step);
    const interval = minutes * 60;
    at = step.soon ? at + 60 : at - ((at - from) % interval) + interval;
  }
  return { log, memory };
}

/** How often neighbours in a list differ. */
function changesOf(values: readonly boolean[]): number {
  return values.filter((value, index) => index > 0 && value !== values[index - 1]).length;
}

/** The probes of a log that the percentage covers. */
function ofLastWeek(log: readonly Logged[]): Logged[] {
  const last = log.at(-1)?.at ?? 0;
  const begin = last - WEEK - ((last - WEEK) % 3600);
  return log.filter(({ at }) => at >= begin);
}

/** The share of time that the rules make of probes, each at a time and with a result. */
function shareOf(reports: readonly ProbeReport[]): number {
  let memory = NEW_UPTIME_MEMORY;
  for (const report of reports) ({ memory } = stateAfterProbe(memory, report));
  return uptimePercentage(memory, reports.at(-1)?.at ?? 0) ?? Number.NaN;
}

const seed = fc.integer({ min: 1, max: 2 ** 31 });
const minutes = fc.constantFrom(1, 2, 5, 15, 60);

describe("the uptime percentage of random probes", () => {
  test("is the share of answers in the log, but for one interval at every other change", () => {
    const good = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(seed, minutes, good, (seed, minutes, good) => {
        const random = randomFrom(seed);
        const { log, memory } = probeByRules(() => random() < good, {
          ...{ minutes, looks: LOOKS, from: NOON },
        });
        const seen = ofLastWeek(log);
        const answers = seen.map(({ answered }) => answered);
        const [first, last] = [seen[0]?.at ?? 0, seen.at(-1)?.at ?? 0];
        const explained = ((changesOf(answers) / 2 + 1.01) * minutes * 60) / (last - first);
        const told = (uptimePercentage(memory, last) ?? Number.NaN) / 100;
        const logged = answers.filter(Boolean).length / answers.length;
        expect(Math.abs(told - logged)).toBeLessThanOrEqual(explained + 0.0001);
      }),
      { numRuns: runs(30) },
    );
  });

  test("is the time that the website was up, but for one interval at every change", () => {
    const seconds = fc.integer({ min: 10, max: 20_000 });
    fc.assert(
      fc.property(minutes, seconds, seconds, (minutes, up, down) => {
        const isUp = (at: number) => (at - NOON) % (up + down) < up;
        const { log, memory } = probeByRules(isUp, { minutes, looks: LOOKS, from: NOON });
        const seen = ofLastWeek(log);
        const [first, last] = [seen[0]?.at ?? 0, seen.at(-1)?.at ?? 0];
        const told = (uptimePercentage(memory, last) ?? Number.NaN) / 100;
        const upUntil = (at: number) => {
          const rest = (at - NOON) % (up + down);
          return ((at - NOON - rest) / (up + down)) * up + Math.min(rest, up);
        };
        const changes = (2 * (last - first)) / (up + down) + 2;
        const explained = (changes * minutes * 60) / (last - first);
        const logged = (upUntil(last) - upUntil(first)) / (last - first);
        expect(Math.abs(told - logged)).toBeLessThanOrEqual(explained + 0.0001);
      }),
      { numRuns: runs(30) },
    );
  });

  test("is exactly what the log says from probe to probe, without gaps and maintenance", () => {
    fc.assert(
      fc.property(seed, minutes, (seed, minutes) => {
        const random = randomFrom(seed);
        const most = Math.min(LOOKS, WEEK / (minutes * 60) / 2);
        let at = NOON;
        const reports: ProbeReport[] = Array.from({ length: most }, () => {
          const before = at;
          at += Math.ceil(random() * minutes * 60 * (random() < 0.02 ? 6 : 1.5));
          const announced = random() < 0.02 ? [{ from: before, to: before + 30 }] : [];
          return { finding: random() < 0.7 ? "up" : "down", at, minutes, announced };
        });
        let [seen, down] = [0, 0];
        for (const [index, report] of reports.entries()) {
          const before = reports[index - 1];
          if (!before || !isContinuous(before.at, report)) continue;
          seen += report.at - before.at;
          if (before.finding === "down") down += report.at - before.at;
        }
        expect(at - NOON).toBeLessThan(WEEK);
        expect(shareOf(reports)).toBe(Math.floor((1 - down / seen) * 10_000) / 100);
      }),
      { numRuns: runs(30) },
    );
  });

  test("is the same in any order of probes that stand for the same time", () => {
    const inOrder = (answers: readonly boolean[]) =>
      shareOf(
        [...answers, true].map((answered, index) => ({
          ...{ finding: answered ? "up" : "down", at: NOON + index * 60, minutes: 1 },
        })),
      );
    fc.assert(
      fc.property(fc.array(fc.boolean(), { minLength: 1, maxLength: 200 }), seed, (given, seed) => {
        const random = randomFrom(seed);
        const shuffled = given
          .map((answered) => ({ answered, rank: random() }))
          .toSorted((one, other) => one.rank - other.rank)
          .map(({ answered }) => answered);
        const failed = given.filter((answered) => !answered).length;
        expect(inOrder(given)).toBe(Math.floor((1 - failed / given.length) * 10_000) / 100);
        expect(inOrder(shuffled)).toBe(inOrder(given));
      }),
      { numRuns: runs(500) },
    );
  });
});

test("a failure counts until the next probe, also if that finds the website up", () => {
  const at = (seconds: number, finding: ProbeReport["finding"], more = {}): ProbeReport => ({
    ...{ finding, at: NOON + seconds, minutes: 5, ...more },
  });
  const blip = [at(0, "up"), at(300, "down"), at(360, "up"), at(600, "up")];
  expect(shareOf(blip)).toBe(90);
  const dead = Array.from({ length: 240 }, (_, hour) => ({
    ...at(hour * 3600, "down"),
    minutes: 60,
  }));
  expect(shareOf(dead)).toBe(0);
  // What answers another region was not down.
  const elsewhere = [at(0, "up"), at(300, "down"), at(360, "down", { isUpElsewhere: true })];
  expect(shareOf([...elsewhere, at(600, "up")])).toBe(100);
});

test.each([
  ["down", { since: NOON, down_since: NOON, downtimes: [{ from: NOON }] }],
  ["suspect", { since: NOON, downtimes: [] }],
] as const)("what 1.0.0 remembered of a website that is %s goes on counting", (state, more) => {
  const known = { first_checked_at: NOON - 600, checked_at: NOON, ...more };
  let memory: UptimeMemory = { state, ...known, downtimes: [...more.downtimes] };
  for (const [seconds, finding] of [
    [300, "down"],
    [600, "up"],
    [660, "up"],
  ] as const) {
    ({ memory } = stateAfterProbe(memory, { finding, at: NOON + seconds, minutes: 5 }));
  }
  expect(downOf(memory)).toEqual({ [NOON / 3600]: 600 });
});
