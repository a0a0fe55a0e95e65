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
