import type * as z from "zod/mini";
import type { DeliveryRecord } from "../entities/delivery.ts";
import type { WebhookHealth, WebhookRecord } from "../entities/webhook.ts";
import { Website, type WebsiteRecord } from "../entities/website.ts";
import { batchGet, lookup } from "../platform/table/batch.ts";
import { timestamp } from "../platform/time.ts";
import { latest } from "./health.ts";
import type { deliverySchema, wholeDeliverySchema } from "./webhookSchemas.ts";

/** A delivery as stored, and what it waits for, which its webhook's health knows. */
export type LoggedDelivery = DeliveryRecord & Pick<WebhookHealth, "waits_for">;

type Presented = z.output<typeof deliverySchema>;

/** Deliveries as the log shows them, with the host names of websites that their events do not have. */
export async function presentDeliveries(
  reseller_uuid: string,
  deliveries: LoggedDelivery[],
): Promise<Presented[]> {
  const presented = deliveries.map(presentDelivery);
  const unnamed = presented.flatMap(({ about, website_uuid }) =>
    about ? [] : (website_uuid ?? []),
  );
  const keys = [...new Set(unnamed)].map((uuid) => ({ reseller_uuid, uuid }));
  const websites = await batchGet(...keys.map((key) => lookup<WebsiteRecord>(Website, key)));
  const names = new Map(websites.map((website) => [website?.uuid, website?.hostname]));
  return presented.map((each) => ({
    ...each,
    about: each.about ?? names.get(each.website_uuid ?? "") ?? null,
  }));
}

/** A delivery as the log shows it, without its body. */
export function presentDelivery(delivery: LoggedDelivery): Presented {
  return {
    uuid: delivery.uuid,
    event_id: delivery.event_id,
    type: delivery.event_type as Presented["type"],
    ...subjectOf(delivery),
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

/** What the event of a delivery is about, as far as its body says. */
function subjectOf({
  event_type,
  body,
}: LoggedDelivery): Pick<Presented, "website_uuid" | "about"> {
  const { data } = JSON.parse(body) as { data?: Record<string, string | undefined> };
  const { uuid, website_uuid = event_type.startsWith("website.") ? uuid : undefined } = data ?? {};
  return {
    website_uuid: website_uuid ?? null,
    about: data?.["hostname"] ?? data?.["name"] ?? null,
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
export async function presentWholeDelivery(
  delivery: LoggedDelivery,
): Promise<z.output<typeof wholeDeliverySchema>> {
  const [presented] = await presentDeliveries(delivery.reseller_uuid, [delivery]);
  return { ...(presented as Presented), body: JSON.parse(delivery.body) };
}

/**
 * A delivery with the real time of its next attempt, and what it waits for: not before the circuit breaker lets
 * a request through, and none while the webhook is disabled. The stored time is only the earliest one.
 */
export function withNextAttempt(
  delivery: DeliveryRecord,
  { disabled_at, health }: Pick<WebhookRecord, "disabled_at" | "health">,
): LoggedDelivery {
  const { next_attempt_at, ...rest } = delivery;
  if (next_attempt_at === undefined) return delivery;
  if (disabled_at) return rest;
  const { open_until, waits_for, due_at } = health ?? {};
  const isWaiting = waits_for && next_attempt_at <= timestamp();
  if (isWaiting) return { ...rest, next_attempt_at: latest(next_attempt_at, due_at), waits_for };
  return { ...rest, next_attempt_at: latest(next_attempt_at, open_until) };
}
