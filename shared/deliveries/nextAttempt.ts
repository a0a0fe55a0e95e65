import type { DeliveryRecord } from "../entities/delivery.ts";
import type { FoundWebhook } from "./findWebhook.ts";
import { latest } from "./laneRules.ts";

/**
 * A delivery with the time at which it is really tried: not before its webhook's lane is due, and not
 * at all while the webhook is disabled. What is stored says only when it could be tried.
 */
export function withNextAttempt(
  delivery: DeliveryRecord,
  { webhook, lane }: FoundWebhook,
): DeliveryRecord {
  const { next_attempt_at: earliest, ...rest } = delivery;
  if (earliest === undefined) return delivery;
  if (webhook?.disabled_at) return rest;
  // A worker that is in the lane makes the attempts that are due one after the other.
  const laneOpens = lane?.claimed_until ? lane.blocked_until : lane?.due_at;
  return { ...rest, next_attempt_at: latest(earliest, laneOpens) };
}
