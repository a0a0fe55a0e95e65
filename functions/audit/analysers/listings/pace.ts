import { setTimeout as wait } from "node:timers/promises";

/** Resolves when the next request may start. */
export type Pace = () => Promise<void>;

interface Clock {
  now(): number;
  sleep(milliseconds: number): Promise<unknown>;
}

/** At most one start per interval in this process, in the order of the calls. */
export function oncePer(milliseconds: number, clock: Clock = { now: Date.now, sleep: wait }): Pace {
  let free = 0;
  return async () => {
    const start = Math.max(clock.now(), free);
    free = start + milliseconds;
    const delay = start - clock.now();
    if (delay > 0) await clock.sleep(delay);
  };
}
