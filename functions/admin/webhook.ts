import { DeliveryLane, type DeliveryLaneRecord } from "../../shared/entities/deliveryLane.ts";
import { Webhook, type WebhookRecord } from "../../shared/entities/webhook.ts";
import { batchGet, lookup } from "../../shared/table/batch.ts";
import { uuid } from "./command.ts";
import { noRecord, requireOwned } from "./records.ts";

export const webhook_uuid = uuid("The webhook", "webhook list");

/** By what a webhook is known: the reseller it belongs to, and its own uuid. */
type WebhookKey = Pick<WebhookRecord, "reseller_uuid" | "uuid">;

/** Finds the reseller that a webhook belongs to; throws WrongInput when there is no such webhook. */
export async function requireWebhook(uuid: string): Promise<WebhookKey> {
  const { reseller_uuid } = await requireOwned("webhook", uuid);
  return { reseller_uuid, uuid };
}

/** A webhook as operators see it now, after a command; throws WrongInput when it was deleted. */
export async function readWebhook(key: WebhookKey) {
  const [webhook, lane] = await batchGet(
    lookup<WebhookRecord>(Webhook, key),
    lookup<DeliveryLaneRecord>(DeliveryLane, key),
  );
  if (webhook === undefined) throw noWebhook(key.uuid);
  return describeWebhook(webhook, lane);
}

/** A webhook as operators see it: with what its endpoint has done lately, and without its secret. */
export function describeWebhook(webhook: WebhookRecord, lane: DeliveryLaneRecord | undefined) {
  const { uuid, endpoint, events = "all", disabled_at = null, disabled_reason = null } = webhook;
  return {
    uuid,
    endpoint,
    events,
    enabled: disabled_at === null,
    disabled_at,
    disabled_reason,
    failures: lane?.failures ?? 0,
    failing_since: lane?.failing_since ?? null,
    next_attempt_at: lane?.due_at ?? null,
  };
}

/** For when a webhook was deleted, or never was. */
export function noWebhook(uuid: string) {
  return noRecord("webhook", uuid);
}
