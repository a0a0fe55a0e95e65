import type { DeliveryStatus } from "../../shared/entities/delivery.ts";
import { timestamp } from "../../shared/time.ts";
import type { Attempted } from "./deliveries/attempt.ts";

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** The seconds between failed attempts: the schedule that Standard Webhooks 1.0.0 recommends. */
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

/** The most attempts of a delivery before it fails. */
export const ATTEMPTS = DELAYS_SECONDS.length + 1;

/** Spreads the retries of deliveries that failed together. */
const JITTER = 0.1;

/**
 * The seconds from attempt number `tries` to the next one, up to a tenth more than in the schedule;
 * undefined after the last attempt.
 */
export function retryDelay(tries: number, random = Math.random): number | undefined {
  const delay = DELAYS_SECONDS[tries - 1];
  return delay === undefined ? undefined : Math.round(delay * (1 + JITTER * random()));
}

/** The state of a delivery after an attempt: `next_attempt_at` while it is pending. */
export interface DeliveryStep {
  status: DeliveryStatus;
  next_attempt_at?: string | undefined;
}

/** Decides on the retry of a delivery after its attempt number `tries`. */
export function decideRetry(
  { verdict, until }: Pick<Attempted, "verdict" | "until">,
  tries: number,
  now: Date,
): DeliveryStep {
  if (verdict === "delivered") return { status: "delivered" };
  // The webhook gets disabled; the delivery waits until it is enabled again.
  if (verdict === "gone") return { status: "pending", next_attempt_at: timestamp(now) };
  const delay = retryDelay(tries);
  if (delay === undefined) return { status: "failed" };
  const scheduled = now.getTime() + delay * 1000;
  const next = new Date(Math.max(scheduled, until?.getTime() ?? 0));
  return { status: "pending", next_attempt_at: timestamp(next) };
}
