import { setTimeout as sleep } from "node:timers/promises";

/**
 * A timestamp as the API writes it: ISO 8601 in whole seconds with a numeric UTC offset,
 * `2026-01-31T09:30:00+00:00` (section 2 of the specification).
 */
export function timestamp(date = new Date()): string {
  return `${date.toISOString().slice(0, 19)}+00:00`;
}

/** The clock of code that waits; tests inject one that does not wait. */
export interface Clock {
  /** Milliseconds, as Date.now(). */
  now(): number;
  sleep(ms: number): Promise<void>;
}

export const systemClock: Clock = { now: () => Date.now(), sleep: (ms) => sleep(ms) };

/** Days for which a website's history is kept: feed items, downtimes, figures, maintenance windows. */
export const HISTORY_DAYS = 400;

/** The end of the history of a time, both in seconds since 1970: for DynamoDB's time to live. */
export function historyEnds(seconds: number): number {
  return Math.floor(seconds) + HISTORY_DAYS * 24 * 3600;
}
