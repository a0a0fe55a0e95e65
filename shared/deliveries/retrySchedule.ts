import type { DeliveryStatus } from "../entities/delivery.ts";
import { timestamp } from "../time.ts";
import type { Attempted } from "./attempt.ts";

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** After a failed attempt, how long until the next one: the schedule that Standard Webhooks 1.0.0 advises. */
export const DELAYS_SECONDS = [
  5,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
];

/** How often a delivery is tried. */
export const ATTEMPTS = DELAYS_SECONDS.length + 1;

/** So that what failed together is not tried again together. */
const JITTER = 0.1;

/**
 * How many seconds after its attempt number `tries` a delivery is tried again, up to a tenth later
 * than the schedule says; undefined when that was the last one.
 */
export function retryDelay(tries: number, random = Math.random): number | undefined {
  const delay = DELAYS_SECONDS[tries - 1];
  return delay === undefined ? undefined : Math.round(delay * (1 + JITTER * random()));
}

/** What becomes of a delivery: `next_attempt_at` while it is pending. */
export interface DeliveryStep {
  status: DeliveryStatus;
  next_attempt_at?: string | undefined;
}

/** What becomes of a delivery by its attempt number `tries`, which has just been made. */
export function stepAfter(
  { verdict, until }: Pick<Attempted, "verdict" | "until">,
  tries: number,
  now: Date,
): DeliveryStep {
  if (verdict === "delivered") return { status: "delivered" };
  // Its webhook is disabled: it waits until that is enabled.
  if (verdict === "gone") return { status: "pending", next_attempt_at: timestamp(now) };
  const delay = retryDelay(tries);
  if (delay === undefined) return { status: "failed" };
  const scheduled = now.getTime() + delay * 1000;
  const next = new Date(Math.max(scheduled, until?.getTime() ?? 0));
  return { status: "pending", next_attempt_at: timestamp(next) };
}
