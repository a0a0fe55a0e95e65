import { systemClock } from "../time.ts";
import { hasTimeLeft } from "./deadline.ts";

const FIRST_PAUSE_MS = 10;
const LONGEST_PAUSE_MS = 1000;

/** How often something is tried at most, and the longest first pause. */
interface Tries {
  most: number;
  firstPauseMs: number;
}

/**
 * For a write that conflicts with a transaction. On average, the first pause outlasts a transaction, and all
 * 19 add up to 8.5 seconds.
 */
export const AFTER_CONFLICT: Tries = { most: 20, firstPauseMs: 160 };
/** For a write based on a read that has become outdated. */
export const AFTER_CHANGE: Tries = { most: 12, firstPauseMs: FIRST_PAUSE_MS };

/** Waits until the next try, after the `attempt`th from 0; throws `refusal` if that was the last. */
export async function pauseBetween(tries: Tries, attempt: number, refusal: Error) {
  if (attempt + 1 >= tries.most || !hasTimeLeft()) throw refusal;
  await pause(attempt, tries.firstPauseMs);
}

/** Exponential backoff with full jitter, so that writers that collided don't collide again. */
export async function pause(attempt: number, firstPauseMs = FIRST_PAUSE_MS) {
  await systemClock.sleep(Math.random() * Math.min(LONGEST_PAUSE_MS, firstPauseMs * 2 ** attempt));
}
