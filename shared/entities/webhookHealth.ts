import { Entity, type EntityItem } from "electrodb";
import { key, optionalText, tableConfiguration, text } from "../platform/table/entity.ts";

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
        pk: key("pk", "reseller#${reseller_uuid}#webhook#${uuid}", ["reseller_uuid", "uuid"]),
        sk: key("sk", "health", []),
      },
      due: {
        index: "gsi1",
        pk: key("gsi1pk", "due#webhook#${shard}", ["shard"]),
        sk: key("gsi1sk", "${due_at}#${uuid}", ["due_at", "uuid"]),
      },
    },
  },
  tableConfiguration,
);

export type WebhookHealthRecord = EntityItem<typeof WebhookHealth>;
