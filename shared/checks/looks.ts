import type { Tally } from "../entities/check.ts";

/**
 * What a round writes of each place: a printable character that says how long the answer took, or a
 * blank where nobody looked, or where the website has left the roster with what was found.
 */
export const NOT_LOOKED = " ";
const FIRST = "!".charCodeAt(0);
const BUCKETS = "~".charCodeAt(0) - FIRST + 1;

/** A bucket is 11 % wider than the one before: 94 of them reach from a millisecond to 16 seconds. */
const RATIO = 1.11;

/** The bucket of a response time in milliseconds. */
export function bucketOf(duration: number): number {
  const bucket = Math.round(Math.log(Math.max(1, duration)) / Math.log(RATIO));
  return Math.min(BUCKETS - 1, bucket);
}

/** The response time in the middle of a bucket. */
export function durationOf(bucket: number): number {
  return Math.round(RATIO ** bucket);
}

/** The character of an answer that took so many milliseconds. */
export function answered(duration: number): string {
  return String.fromCharCode(FIRST + bucketOf(duration));
}

/** The bucket that a character stands for; undefined where it stands for none. */
export function readBucket(character: string | undefined): number | undefined {
  if (character === undefined || character === NOT_LOOKED) return undefined;
  return character.charCodeAt(0) - FIRST;
}

export const NO_LOOKS: Tally = { looks: 0, failures: 0, observed: 0, times: {} };

/** A tally with one more look: of an answer in this bucket, or of none. */
export function addLook(tally: Tally, bucket: number | undefined): Tally {
  const { looks, failures, times } = tally;
  if (bucket === undefined) return { ...tally, looks: looks + 1, failures: failures + 1 };
  const counted = { ...times, [bucket]: (times[bucket] ?? 0) + 1 };
  return { ...tally, looks: looks + 1, times: counted };
}

/** Two tallies as one. */
export function addTallies(one: Tally, other: Tally): Tally {
  const times = { ...one.times };
  for (const [bucket, count] of Object.entries(other.times)) {
    times[bucket] = (times[bucket] ?? 0) + count;
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

/** What buckets say of the response times; null where nothing was answered. */
export function responseTimes(times: Tally["times"]): ResponseTimes | null {
  // Keys that are whole numbers come in their order.
  const sorted = Object.entries(times).map(([bucket, count]) => ({
    duration: durationOf(Number(bucket)),
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
