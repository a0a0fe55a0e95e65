import type * as z from "zod/mini";
import type { DeliveryRecord } from "../entities/delivery.ts";
import type { deliverySchema, wholeDeliverySchema } from "../resources/webhookSchemas.ts";
import { latest } from "./laneRules.ts";
import type { FoundWebhook } from "./webhook.ts";

/** A delivery as the log shows it: all but what was sent. */
export function presentDelivery(delivery: DeliveryRecord): z.output<typeof deliverySchema> {
  return {
    uuid: delivery.uuid,
    event_id: delivery.event_id,
    type: delivery.event_type as z.output<typeof deliverySchema>["type"],
    status: delivery.status,
    attempts: delivery.attempts.map(({ at, status, error, duration_ms, response }) => ({
      at,
      status,
      error,
      duration_ms,
      response: withoutControls(response),
    })),
    next_attempt_at: delivery.next_attempt_at ?? null,
    created_at: delivery.created_at,
    updated_at: delivery.updated_at,
  };
}

/**
 * An endpoint's answer may hold anything: what would command a terminal, or make a page of the log
 * six times as long in JSON, is shown as a space.
 */
function withoutControls(text: string): string {
  return text.replaceAll(/(?![\n\t])\p{Cc}/gu, " ");
}

/** A delivery with the body that is sent, as JSON. */
export function presentWholeDelivery(
  delivery: DeliveryRecord,
): z.output<typeof wholeDeliverySchema> {
  return { ...presentDelivery(delivery), body: JSON.parse(delivery.body) };
}

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
