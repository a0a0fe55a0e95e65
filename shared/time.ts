import { setTimeout as sleep } from "node:timers/promises";

/**
 * A timestamp as the API writes it: ISO 8601 in whole seconds with a numeric UTC offset,
 * `2026-01-31T09:30:00+00:00` (section 2 of the specification).
 */
export function timestamp(date = new Date()): string {
  return `${date.toISOString().slice(0, 19)}+00:00`;
}

/** Time as what waits sees it; tests give one that does not wait. */
export interface Clock {
  /** Milliseconds, as Date.now(). */
  now(): number;
  sleep(ms: number): Promise<void>;
}

export const systemClock: Clock = { now: () => Date.now(), sleep: (ms) => sleep(ms) };

/** For so many days what was found of a website is kept: feed items, downtimes, figures, maintenance windows. */
export const HISTORY_DAYS = 400;

/** When what is kept of a time may go, both in seconds since 1970: for DynamoDB's time to live. */
export function historyEnds(seconds: number): number {
  return Math.floor(seconds) + HISTORY_DAYS * 24 * 3600;
}
