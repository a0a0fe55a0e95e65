import type { Period } from "../entities/monitor.ts";
import type { LoggedProbe } from "./bucketHours.ts";
import { durationOfClass, type Recorded, readCharacter } from "./characters.ts";
import { longestSeconds, secondsWithin } from "./states.ts";

/** The figures of a website in some time. */
export interface Figures {
  /** Probes; the API calls them looks. */
  looks: number;
  failures: number;
  /** Probes whose first attempt failed, whatever the second one found. */
  failed_attempts: number;
  /** Seconds. */
  observed: number;
  down: number;
  /** The number of answers by class of duration (`characters.ts`). */
  times: Record<string, number>;
}

export const NO_FIGURES: Figures = {
  ...{ looks: 0, failures: 0, failed_attempts: 0, observed: 0, down: 0, times: {} },
};

interface Seen {
  at: number;
  minutes: number;
  recorded: Recorded;
  /** Whether it counts as down until the next probe. */
  isDown: boolean;
}

/**
 * The figures of a website from the log of its probes. The time from a probe to the next one counts as up or
 * down by the first of the two, unless they are too far apart. Failures in maintenance, failures that another region
 * did not confirm, and the part of a downtime that lies in maintenance don't count.
 */
export function figuresOf(log: LoggedProbe[], window: Period, windows: Period[] = []): Figures {
  const probes = withoutFaultsOfRegion(log);
  const figures = { ...NO_FIGURES, times: {} as Record<string, number> };
  for (const [index, { at, minutes, recorded, isDown }] of probes.entries()) {
    const { verdict } = recorded;
    if (verdict === "announced" || verdict === "unknown") continue;
    if (at >= window.from && at < window.to) {
      figures.looks += 1;
      if (isDown) figures.failures += 1;
      if (isDown || (recorded.verdict === "up" && recorded.isSecondAttempt))
        figures.failed_attempts += 1;
      if (recorded.verdict === "up") {
        const { durationClass } = recorded;
        figures.times[durationClass] = (figures.times[durationClass] ?? 0) + 1;
      }
    }
    const next = probes[index + 1];
    if (!next || next.at - at > longestSeconds(Math.max(minutes, next.minutes))) continue;
    const stretch = { from: Math.max(at, window.from), to: Math.min(next.at, window.to) };
    if (stretch.to <= stretch.from) continue;
    const seconds = stretch.to - stretch.from - (isDown ? secondsWithin(stretch, windows) : 0);
    figures.observed += seconds;
    if (isDown) figures.down += seconds;
  }
  return figures;
}

/** Failures that end with an answer to another region were faults of this one. */
function withoutFaultsOfRegion(log: LoggedProbe[]): Seen[] {
  let isFaultOfRegion = false;
  const backwards = log.toReversed().map(({ at, minutes, character }): Seen => {
    const recorded = readCharacter(character);
    if (recorded.verdict !== "down") isFaultOfRegion = recorded.verdict === "elsewhere";
    return { at, minutes, recorded, isDown: recorded.verdict === "down" && !isFaultOfRegion };
  });
  return backwards.toReversed();
}

/** Whether a log has failures, for which maintenance windows matter. */
export function hasFailures(log: LoggedProbe[]): boolean {
  return log.some(({ character }) => readCharacter(character).verdict === "down");
}

type Counts = Pick<Figures, "times"> & Partial<Figures>;

/** The figures of two times together. */
export function addFigures(one: Figures, other: Counts): Figures {
  const { looks = 0, failures = 0, failed_attempts = 0, observed = 0, down = 0 } = other;
  const times = { ...one.times };
  for (const [durationClass, count] of Object.entries(other.times)) {
    times[durationClass] = (times[durationClass] ?? 0) + count;
  }
  return {
    looks: one.looks + looks,
    failures: one.failures + failures,
    failed_attempts: one.failed_attempts + failed_attempts,
    observed: one.observed + observed,
    down: one.down + down,
    times,
  };
}

/** Milliseconds. */
interface ResponseTimes {
  mean: number;
  median: number;
  p95: number;
}

/** Mean and percentiles of response times; null if there was no answer. */
export function responseTimes(times: Figures["times"]): ResponseTimes | null {
  // JavaScript lists whole-number keys in ascending order.
  const sorted = Object.entries(times).map(([durationClass, count]) => ({
    duration: durationOfClass(Number(durationClass)),
    count,
  }));
  const total = sorted.reduce((sum, { count }) => sum + count, 0);
  if (total === 0) return null;
  const sum = sorted.reduce((sum, { duration, count }) => sum + duration * count, 0);
  const percentile = (share: number) => {
    let seen = 0;
    const reached = sorted.find(({ count }) => {
      seen += count;
      return seen >= share * total;
    });
    return reached?.duration ?? 0;
  };
  return { mean: Math.round(sum / total), median: percentile(0.5), p95: percentile(0.95) };
}

interface Observed {
  observed_seconds: number;
  down_seconds: number;
}

/** The percentage of these times that the website was up, rounded down; null if nothing was observed. */
export function percentageOfDays(days: Observed[]): number | null {
  const sum = (name: keyof Observed) => days.reduce((total, day) => total + day[name], 0);
  const observed = sum("observed_seconds");
  // So that 100 means no failure.
  return observed > 0 ? Math.floor((1 - sum("down_seconds") / observed) * 10_000) / 100 : null;
}
