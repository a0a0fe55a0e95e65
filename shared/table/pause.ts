import { systemClock } from "../time.ts";

const FIRST_PAUSE_MS = 10;
/** Longer than a transaction takes, so that the next try does not meet the same one. */
const FIRST_CONFLICT_PAUSE_MS = 160;
const LONGEST_PAUSE_MS = 1000;

/** Exponential backoff with full jitter, so that writers that collided don't collide again. */
export async function pause(attempt: number, first = FIRST_PAUSE_MS) {
  await systemClock.sleep(Math.random() * Math.min(LONGEST_PAUSE_MS, first * 2 ** attempt));
}

/** The pause after a transaction was in the way. */
export function pauseAfterConflict(attempt: number) {
  return pause(attempt, FIRST_CONFLICT_PAUSE_MS);
}
