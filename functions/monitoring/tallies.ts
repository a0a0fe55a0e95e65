import type { Period, SecondsByHour, Tally } from "../../shared/entities/check.ts";
import { secondsIn } from "./secondsByHour.ts";

const FIRST = "!".charCodeAt(0);
const CLASSES = "~".charCodeAt(0) - FIRST + 1;

/** Each class of durations is 11 % wider than the one before: 94 reach from a millisecond to 16 seconds. */
const RATIO = 1.11;

/** The class of a response time in milliseconds. */
export function classOfDuration(duration: number): number {
  const durationClass = Math.round(Math.log(Math.max(1, duration)) / Math.log(RATIO));
  return Math.min(CLASSES - 1, durationClass);
}

/** The response time in the middle of a class. */
export function durationOfClass(durationClass: number): number {
  return Math.round(RATIO ** durationClass);
}

/**
 * Answers that a round tells apart: each has characters of its own. The first stands for all others.
 * Append only, as stored rounds have these characters.
 */
const OUTCOMES = ["up", "up (401)", "up (403)", "up (429)", "up (202)", "up (405)", "up (503)"];

/** Beyond the control characters of Latin-1. */
const FIRST_OTHER = 0xa1;

/** The character of an answer with a response time in milliseconds. */
export function characterOfDuration(duration: number, outcome = "up"): string {
  const kind = Math.max(0, OUTCOMES.indexOf(outcome));
  const first = kind === 0 ? FIRST : FIRST_OTHER + (kind - 1) * CLASSES;
  return String.fromCharCode(first + classOfDuration(duration));
}

/** The class of durations of an answer's character. */
export function classOfCharacter(character: string): number {
  const code = character.charCodeAt(0);
  return code < FIRST_OTHER ? code - FIRST : (code - FIRST_OTHER) % CLASSES;
}

/** The outcome of an answer's character. */
export function outcomeOfCharacter(character: string): string {
  const code = character.charCodeAt(0);
  const kind = code < FIRST_OTHER ? 0 : 1 + Math.floor((code - FIRST_OTHER) / CLASSES);
  return OUTCOMES[kind] ?? "up";
}

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

const DAY_SECONDS = 24 * 3600;

/** The day (UTC) of a time in seconds since 1970: `2026-01-31`. */
export function dayOf(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(0, 10);
}

/** The seconds of a day. */
export function secondsOfDay(day: string): Period {
  const from = Date.parse(`${day}T00:00:00Z`) / 1000;
  return { from, to: from + DAY_SECONDS };
}

/** The day a number of days later, or earlier if negative. */
export function daysLater(day: string, days: number): string {
  return dayOf(secondsOfDay(day).from + days * DAY_SECONDS);
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
