import { WINDOW_MS } from "./rateWindow.ts";

/** The decision on a request. */
export interface RateDecision {
  isAllowed: boolean;
  /** What was counted: 1, or more if requests were heavy lately. */
  weight: number;
  limit: number;
  /** How many requests are left now. */
  remaining: number;
  /** Seconds, at least 1, until more are left; after a refusal, until the request would be allowed. */
  resetSeconds: number;
  /** A booking in progress, on which the decision does not depend. It never rejects. */
  booking?: Promise<void>;
}

/** Seconds, 1 to 60, until no more than `most` of these uses are left in the window, without new ones. */
export function secondsUntil(
  most: number,
  uses: { at: number; amount: number }[],
  now: number,
): number {
  let used = uses.reduce((sum, { amount }) => sum + amount, 0);
  let until = now;
  for (const { at, amount } of uses) {
    if (used <= most) break;
    if (amount === 0) continue;
    used -= amount;
    until = Math.max(until, at + WINDOW_MS);
  }
  const seconds = used > most ? WINDOW_MS / 1000 : Math.ceil((until - now) / 1000);
  return Math.min(WINDOW_MS / 1000, Math.max(1, seconds));
}
