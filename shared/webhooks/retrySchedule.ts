import type { DeliveryRecord } from "../entities/delivery.ts";
import { timestamp } from "../platform/time.ts";
import type { Attempted } from "./attempt.ts";
import { timestampAfter } from "./health.ts";

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

/** Spreads the retries of deliveries that failed together. */
const JITTER = 0.1;

/** The attempts that are kept of a delivery; each replay adds more. */
const KEPT_ATTEMPTS = 20;

/**
 * The seconds from attempt number `tries` to the next one, up to a tenth more than in the schedule;
 * undefined after the last attempt.
 */
export function retryDelay(tries: number, random = Math.random): number | undefined {
  const delay = DELAYS_SECONDS[tries - 1];
  return delay === undefined ? undefined : Math.round(delay * (1 + JITTER * random()));
}

/** A delivery after an attempt: delivered, failed for good, or pending until its next attempt. */
export function afterAttempt(
  delivery: DeliveryRecord,
  { attempt, verdict, until }: Attempted,
  now: Date,
): DeliveryRecord {
  const { next_attempt_at: _, ...rest } = delivery;
  const tries = delivery.tries + 1;
  const attempts = [...delivery.attempts, attempt].slice(-KEPT_ATTEMPTS);
  const tried = { ...rest, tries, attempts, updated_at: timestamp(now) };
  if (verdict === "delivered") return { ...tried, status: "delivered" };
  // The webhook gets disabled; the delivery waits until it is enabled again.
  if (verdict === "gone") return { ...tried, status: "pending", next_attempt_at: timestamp(now) };
  const delay = retryDelay(tries);
  if (delay === undefined) return { ...tried, status: "failed" };
  const next = Math.max(now.getTime() + delay * 1000, until?.getTime() ?? 0);
  return { ...tried, status: "pending", next_attempt_at: timestampAfter(next) };
}
