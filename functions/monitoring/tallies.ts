import type { Period, SecondsByHour, Tally } from "../../shared/entities/check.ts";
import { dayOf, secondsOfDay } from "./days.ts";
import { durationOfClass } from "./durationClasses.ts";
import { secondsIn } from "./secondsByHour.ts";

export const NO_PROBES: Tally = { looks: 0, failures: 0, observed: 0, times: {} };

/** A tally with one more probe: an answer in a class of durations, or a failure. */
export function addProbe(tally: Tally, durationClass: number | undefined): Tally {
  const { looks, failures, times } = tally;
  if (durationClass === undefined) return { ...tally, looks: looks + 1, failures: failures + 1 };
  const counted = { ...times, [durationClass]: (times[durationClass] ?? 0) + 1 };
  return { ...tally, looks: looks + 1, times: counted };
}

/** Two tallies as one. */
export function addTallies(one: Tally, other: Tally): Tally {
  const times = { ...one.times };
  for (const [durationClass, count] of Object.entries(other.times)) {
    times[durationClass] = (times[durationClass] ?? 0) + count;
  }
  const down = (one.down ?? 0) + (other.down ?? 0);
  return {
    ...(down > 0 && { down }),
    looks: one.looks + other.looks,
    failures: one.failures + other.failures,
    observed: one.observed + other.observed,
    times,
  };
}

/** Milliseconds. */
export interface ResponseTimes {
  mean: number;
  median: number;
  p95: number;
}

/** Mean and percentiles of response times; null if there was no answer. */
export function responseTimes(times: Tally["times"]): ResponseTimes | null {
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
    const found = sorted.find(({ count }) => {
      seen += count;
      return seen >= share * total;
    });
    return found?.duration ?? 0;
  };
  return { mean: Math.round(sum / total), median: percentile(0.5), p95: percentile(0.95) };
}

/** Adds a tally to that of a day. */
export function addToDay(
  tallies: Record<string, Tally>,
  day: string,
  tally: Tally,
): Record<string, Tally> {
  return { ...tallies, [day]: addTallies(tallies[day] ?? NO_PROBES, tally) };
}

/** Adds the seconds by hour that a website was down by a former host name to the tallies of its days. */
export function addFormerDown(
  tallies: Record<string, Tally>,
  byHour: SecondsByHour,
): Record<string, Tally> {
  const days = Object.entries(tallies).map(([day, tally]) => {
    const down = secondsIn(byHour, secondsOfDay(day)) + (tally.down ?? 0);
    return [day, { ...tally, ...(down > 0 && { down }) }];
  });
  return Object.fromEntries(days);
}

/** Adds the observed seconds of a period to the tallies of its days, or subtracts them (-1). */
export function addObserved(
  tallies: Record<string, Tally>,
  { from, to }: Period,
  sign: 1 | -1 = 1,
): Record<string, Tally> {
  let added = tallies;
  for (let at = from; at < to; ) {
    const day = dayOf(at);
    const until = Math.min(to, secondsOfDay(day).to);
    added = addToDay(added, day, { ...NO_PROBES, observed: sign * (until - at) });
    at = until;
  }
  return added;
}
