import type { Tally } from "../entities/check.ts";

/**
 * A round has a printable character for each website, which says how long the answer took, or a blank
 * for a website that was not probed, or that has left the bucket with what was found.
 */
export const NOT_PROBED = " ";
const FIRST = "!".charCodeAt(0);
const CLASSES = "~".charCodeAt(0) - FIRST + 1;

/** Each class of durations is 11 % wider than the one before: 94 reach from a millisecond to 16 seconds. */
const RATIO = 1.11;

/** The class of a response time in milliseconds. */
export function classOf(duration: number): number {
  const number = Math.round(Math.log(Math.max(1, duration)) / Math.log(RATIO));
  return Math.min(CLASSES - 1, number);
}

/** The response time in the middle of a class. */
export function durationOf(number: number): number {
  return Math.round(RATIO ** number);
}

/** The character of an answer that took so many milliseconds. */
export function answered(duration: number): string {
  return String.fromCharCode(FIRST + classOf(duration));
}

/** The class that a character of an answer stands for. */
export function durationClassOf(character: string): number {
  return character.charCodeAt(0) - FIRST;
}

export const NO_PROBES: Tally = { looks: 0, failures: 0, observed: 0, times: {} };

/** A tally with one more probe: of an answer in a class of durations, or without an answer. */
export function addProbe(tally: Tally, number: number | undefined): Tally {
  const { looks, failures, times } = tally;
  if (number === undefined) return { ...tally, looks: looks + 1, failures: failures + 1 };
  const counted = { ...times, [number]: (times[number] ?? 0) + 1 };
  return { ...tally, looks: looks + 1, times: counted };
}

/** Two tallies as one. */
export function addTallies(one: Tally, other: Tally): Tally {
  const times = { ...one.times };
  for (const [number, count] of Object.entries(other.times)) {
    times[number] = (times[number] ?? 0) + count;
  }
  return {
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

/** Mean and percentiles of response times; null where nothing was answered. */
export function responseTimes(times: Tally["times"]): ResponseTimes | null {
  // JavaScript lists whole-number keys in ascending order.
  const sorted = Object.entries(times).map(([number, count]) => ({
    duration: durationOf(Number(number)),
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
