import { CustomAttributeType, Entity, type EntityItem } from "electrodb";
import { key, optionalText, tableConfiguration, text } from "../table/entity.ts";

/** Why a webhook is disabled: it answered 410, failed for five days, or an operator did it. */
export const disabledReasons = ["gone", "failing", "operator"] as const;
export type DisabledReason = (typeof disabledReasons)[number];

/** A secret that a rotation has replaced signs too, until this time. */
export interface RetiredSecret {
  generation: number;
  until: string;
}

/** An endpoint of a reseller that events are delivered to. Its secrets are derived, and not stored. */
export const Webhook = new Entity(
  {
    model: { service: "monitoring", entity: "webhook", version: "1" },
    attributes: {
      reseller_uuid: text,
      uuid: text,
      endpoint: text,
      /** The types of event that it gets; without them all. */
      events: { type: "list", items: { type: "string" } },
      /** Which of its secrets signs: each rotation raises it. The first is 1. */
      secret_generation: { type: "number", required: true, default: 1 },
      retired_secrets: { type: CustomAttributeType<RetiredSecret[]>("any") },
      /** Without it the webhook is enabled. */
      disabled_at: optionalText,
      /** One of `disabledReasons`. */
      disabled_reason: optionalText,
      /** How many test events were asked for: each raise makes the table's stream bring one. */
      test_count: { type: "number", required: true, default: 0 },
      created_at: text,
      updated_at: text,
    },
    indexes: {
      ofReseller: {
        pk: key("pk", "reseller#${reseller_uuid}#webhooks", ["reseller_uuid"]),
        sk: key("sk", "${uuid}", ["uuid"]),
      },
      ofAnyReseller: {
        index: "gsi1",
        pk: key("gsi1pk", "webhook#${uuid}", ["uuid"]),
        sk: key("gsi1sk", "webhook", []),
      },
    },
  },
  tableConfiguration,
);

export type WebhookRecord = EntityItem<typeof Webhook>;
