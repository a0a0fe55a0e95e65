import type { Period, SecondsByHour } from "../../shared/entities/check.ts";

const HOUR_SECONDS = 3600;
/** The last eight days: more than any figure that is computed from them needs. */
const KEPT_HOURS = 8 * 24;

/** The beginning of the hour of a time, both in seconds since 1970. */
export function hourBegin(seconds: number): number {
  return seconds - (seconds % HOUR_SECONDS);
}

/** Adds a period to the seconds by hour, and leaves out hours that are too old. No hour gets more than 3,600. */
export function addPeriod(known: SecondsByHour, { from, to }: Period): SecondsByHour {
  const oldest = Math.floor(to / HOUR_SECONDS) - KEPT_HOURS;
  const kept = Object.entries(known).filter(([hour]) => Number(hour) >= oldest);
  const added = Object.fromEntries(kept);
  for (let at = Math.max(from, oldest * HOUR_SECONDS); at < to; ) {
    const hour = Math.floor(at / HOUR_SECONDS);
    const until = Math.min(to, (hour + 1) * HOUR_SECONDS);
    added[hour] = Math.min(HOUR_SECONDS, (added[hour] ?? 0) + until - at);
    at = until;
  }
  return added;
}

/** The seconds of the hours that begin in a period. */
export function secondsIn(byHour: SecondsByHour, { from, to }: Period): number {
  return Object.entries(byHour)
    .filter(([hour]) => Number(hour) * HOUR_SECONDS >= from && Number(hour) * HOUR_SECONDS < to)
    .reduce((sum, [, seconds]) => sum + seconds, 0);
}
