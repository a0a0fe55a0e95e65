/**
 * A timestamp as the API writes it: ISO 8601 in whole seconds with a numeric UTC offset,
 * `2026-01-31T09:30:00+00:00` (section 2 of the specification).
 */
export function timestamp(date = new Date()): string {
  return `${date.toISOString().slice(0, 19)}+00:00`;
}

/** The due time of what is not due any more. */
export const NEVER = "9999-12-31T00:00:00+00:00";

/** The clock of code that waits; tests inject one that does not wait. */
export interface Clock {
  /** Milliseconds, as Date.now(). */
  now(): number;
  sleep(ms: number): Promise<void>;
}

// Without node: modules, as the console is bundled from code that imports this file.
export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
};

/** How long a website's feed items, downtimes, daily figures and maintenance windows are kept. */
export const HISTORY_DAYS = 400;

/** How long a deleted record can be restored. */
export const RESTORABLE_DAYS = 7;

/** When a record of this time expires, for DynamoDB's time to live. Both in seconds since 1970. */
export function historyEnds(seconds: number): number {
  return Math.floor(seconds) + HISTORY_DAYS * DAY_SECONDS;
}

export const DAY_SECONDS = 24 * 3600;
export const DAY_MS = DAY_SECONDS * 1000;

/** The day (UTC) of a time in seconds since 1970: `2026-01-31`. */
export function dayOf(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(0, 10);
}

/** The seconds of a day. */
export function secondsOfDay(day: string): { from: number; to: number } {
  const from = Date.parse(`${day}T00:00:00Z`) / 1000;
  return { from, to: from + DAY_SECONDS };
}

/** The day a number of days later, or earlier if negative. */
export function daysLater(day: string, days: number): string {
  return dayOf(secondsOfDay(day).from + days * DAY_SECONDS);
}
