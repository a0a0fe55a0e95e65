import type { WebhookRecord } from "../../shared/entities/webhook.ts";
import type { WebhookHealthRecord } from "../../shared/entities/webhookHealth.ts";
import { unlessGone } from "../../shared/lists/changeListed.ts";
import {
  disableWebhook as disable,
  enableWebhook as enable,
  findWebhook,
} from "../../shared/webhooks/webhook.ts";
import type { CommandInput } from "./catalogue.ts";
import { noRecord, requireOwned } from "./records.ts";
import { requireOpenReseller } from "./reseller.ts";

type WebhookKey = Pick<WebhookRecord, "reseller_uuid" | "uuid">;

/** The key of a webhook; throws WrongInput if there is none with this uuid. */
async function requireWebhook(uuid: string): Promise<WebhookKey> {
  const { reseller_uuid } = await requireOwned("webhook", uuid);
  return { reseller_uuid, uuid };
}

/** A webhook as operators see it; throws WrongInput if it was deleted. */
async function readWebhook(key: WebhookKey) {
  const { webhook, health } = await findWebhook(key);
  if (webhook === undefined) throw noRecord("webhook", key.uuid);
  return describeWebhook(webhook, health);
}

/** A webhook as operators see it: with the state of its endpoint, and without its secret. */
function describeWebhook(webhook: WebhookRecord, health: WebhookHealthRecord | undefined) {
  const { uuid, endpoint, events = "all", disabled_at = null, disabled_reason = null } = webhook;
  return {
    uuid,
    endpoint,
    events,
    enabled: disabled_at === null,
    disabled_at,
    disabled_reason,
    failing_since: health?.failing_since ?? null,
    next_attempt_at: health?.due_at ?? null,
  };
}

/** Enables a webhook, also one that an operator disabled, and sends its pending deliveries now. */
export async function enableWebhook({ uuid }: CommandInput<"webhook enable">) {
  const key = await requireWebhook(uuid);
  await requireOpenReseller(key.reseller_uuid);
  await unlessGone(enable(key, "operator"));
  return await readWebhook(key);
}

/**
 * Stops all deliveries to a webhook until an operator enables it. A webhook that is already disabled
 * can then no longer be enabled by its reseller.
 */
export async function disableWebhook({ uuid }: CommandInput<"webhook disable">) {
  const key = await requireWebhook(uuid);
  await disable(key, { reason: "operator", now: new Date() });
  return await readWebhook(key);
}
