import type { DeliveryStatus } from "../entities/delivery.ts";
import { timestamp } from "../time.ts";
import type { Attempted } from "./attempt.ts";
import { retryDelay } from "./retrySchedule.ts";

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
