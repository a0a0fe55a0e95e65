import { setTimeout as sleep } from "node:timers/promises";

/** Time as the crawl sees it; tests give one that does not wait. */
export interface Clock {
  /** Milliseconds, as Date.now(). */
  now(): number;
  sleep(ms: number): Promise<void>;
}

export const systemClock: Clock = { now: () => Date.now(), sleep: (ms) => sleep(ms) };
