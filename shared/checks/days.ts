import type { Period, Tally } from "../entities/check.ts";
import { addTallies, NO_PROBES } from "./tallies.ts";

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

/** Adds observed seconds to the tallies of the days they lie on, or takes them away (-1). */
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
