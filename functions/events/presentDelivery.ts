import type * as z from "zod/mini";
import type { DeliveryRecord } from "../../shared/entities/delivery.ts";
import { timestamp } from "../../shared/time.ts";
import { latest, type WaitsFor } from "./deliveries/laneRules.ts";
import type { FoundWebhook } from "./webhook.ts";
import type { deliverySchema, wholeDeliverySchema } from "./webhookSchemas.ts";

/** A delivery as stored, and what it waits for, which its lane knows. */
export type LoggedDelivery = DeliveryRecord & { waits_for?: WaitsFor | undefined };

/** A delivery as the log shows it, without its body. */
export function presentDelivery(delivery: LoggedDelivery): z.output<typeof deliverySchema> {
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
    waits_for: delivery.waits_for ?? null,
    created_at: delivery.created_at,
    updated_at: delivery.updated_at,
  };
}

/**
 * Replaces control characters of an endpoint's answer by spaces: they could control a terminal, and take
 * six bytes in JSON.
 */
function withoutControls(text: string): string {
  return text.replaceAll(/(?![\n\t])\p{Cc}/gu, " ");
}

/** A delivery with its body, as JSON. */
export function presentWholeDelivery(
  delivery: LoggedDelivery,
): z.output<typeof wholeDeliverySchema> {
  return { ...presentDelivery(delivery), body: JSON.parse(delivery.body) };
}

/**
 * A delivery with the real time of its next attempt, and what it waits for: not before its webhook's lane is
 * due, and none while the webhook is disabled. The stored time is only the earliest one.
 */
export function withNextAttempt(
  delivery: DeliveryRecord,
  { webhook, lane }: FoundWebhook,
): LoggedDelivery {
  const { next_attempt_at: earliest, ...rest } = delivery;
  if (earliest === undefined) return delivery;
  if (webhook?.disabled_at) return rest;
  // In a claimed lane, a worker is making the attempts that are due.
  const laneOpens = lane?.claimed_until ? lane.blocked_until : lane?.due_at;
  const next_attempt_at = latest(earliest, laneOpens);
  const isDue = earliest <= latest(timestamp(), laneOpens);
  return { ...rest, next_attempt_at, ...(isDue && { waits_for: lane?.waits_for }) };
}
