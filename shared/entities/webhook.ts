import { CustomAttributeType, Entity, type EntityItem } from "electrodb";
import { audited, key, optionalText, tableConfiguration, text } from "../platform/table/entity.ts";
import type { DeliveryStatus } from "./delivery.ts";

/** Why a webhook is disabled: it answered 410, failed for five days, or an operator disabled it. */
export const disabledReasons = ["gone", "failing", "operator"] as const;
export type DisabledReason = (typeof disabledReasons)[number];

/** How an event is written: as Standard Webhooks say, or as a message of a chat service. */
export const webhookFormats = ["standard", "slack", "teams", "discord"] as const;
export type WebhookFormat = (typeof webhookFormats)[number];

/** A replaced secret, which still signs until this time. */
export interface RetiredSecret {
  generation: number;
  until: string;
}

/** A range of deliveries to send again: those that happened since a time, of one status or all. */
export interface Replay {
  since: string;
  status?: DeliveryStatus | undefined;
  /** When it was requested. What has changed since then is not sent again. */
  requested_at: string;
}

/** An endpoint of a reseller to which events are delivered. Its secrets are derived and never stored. */
export const Webhook = new Entity(
  {
    model: { service: "monitoring", entity: "webhook", version: "1" },
    attributes: {
      ...audited,
      reseller_uuid: text,
      uuid: text,
      endpoint: text,
      /** The types of event that are sent; without it, all. */
      events: { type: "list", items: { type: "string" } },
      /** Without it, `standard`. */
      format: { type: webhookFormats },
      /** The number of the secret that signs, beginning with 1; each rotation adds 1. */
      secret_generation: { type: "number", required: true, default: 1 },
      retired_secrets: { type: CustomAttributeType<RetiredSecret[]>("any") },
      /** Missing while the webhook is enabled. */
      disabled_at: optionalText,
      /** One of `disabledReasons`. */
      disabled_reason: optionalText,
      /** It was disabled because its reseller was closed, and is enabled if that is reopened. */
      is_closed: { type: "boolean" },
      /** Requested test events; each increase makes an event by the table's stream. */
      test_count: { type: "number", required: true, default: 0 },
      /** The last range that was requested; the table's stream starts it. */
      replay: { type: CustomAttributeType<Replay>("any") },
      created_at: text,
      updated_at: text,
    },
    indexes: {
      ofReseller: {
        pk: key("pk", "reseller#${reseller_uuid}#webhooks"),
        sk: key("sk", "${uuid}"),
      },
    },
  },
  tableConfiguration,
);

export type WebhookRecord = EntityItem<typeof Webhook>;

/** The due index spreads webhooks over this many keys. */
export const HEALTH_SHARDS = 8;

/**
 * The state of a webhook's endpoint, which exists only while deliveries are pending or the endpoint fails
 * (`shared/webhooks/health.ts`). A webhook without it is healthy.
 */
export const WebhookHealth = new Entity(
  {
    model: { service: "monitoring", entity: "webhookHealth", version: "1" },
    attributes: {
      reseller_uuid: text,
      /** The webhook's uuid. */
      uuid: text,
      shard: { type: "number", required: true },
      /** Each write sets another uuid: the condition of the next write. */
      version: text,
      /** When a retrier has to look for deliveries. */
      due_at: text,
      /** The circuit breaker: only a retrier makes attempts, and none before this time. */
      open_until: optionalText,
      /** Until then, one retrier sends what is due. */
      claimed_until: optionalText,
      /** The last gap between two attempts while the endpoint fails; doubles. */
      gap_seconds: { type: "number" },
      /** Since when every attempt has failed. */
      failing_since: optionalText,
      /** Deliveries that are due wait for their reseller's limit of deliveries. */
      waits_for: { type: ["limit"] as const },
      /** Since when no delivery is pending. */
      idle_since: optionalText,
    },
    indexes: {
      ofWebhook: {
        pk: key("pk", "reseller#${reseller_uuid}#webhook#${uuid}"),
        sk: key("sk", "health"),
      },
      due: {
        index: "gsi1",
        pk: key("gsi1pk", "due#webhook#${shard}"),
        sk: key("gsi1sk", "${due_at}#${uuid}"),
      },
    },
  },
  tableConfiguration,
);

export type WebhookHealthRecord = EntityItem<typeof WebhookHealth>;
