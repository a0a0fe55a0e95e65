import { CustomAttributeType, Entity, type EntityItem } from "electrodb";
import { key, nextSequence, tableConfiguration, text } from "../table/entity.ts";

/** Counts the deliveries ever logged for a webhook: the next one's place in the log. */
export const DeliveryCounter = new Entity(
  {
    model: { service: "monitoring", entity: "deliveryCounter", version: "1" },
    attributes: {
      reseller_uuid: text,
      webhook_uuid: text,
      next_sequence: nextSequence,
      /** By day (`2026-01-31`), its first sequence number: where a log that is kept for days begins. */
      days: { type: CustomAttributeType<Record<string, number>>("any") },
    },
    indexes: {
      ofWebhook: {
        pk: key("pk", "reseller#${reseller_uuid}#webhook#${webhook_uuid}", [
          "reseller_uuid",
          "webhook_uuid",
        ]),
        sk: key("sk", "counter", []),
      },
    },
  },
  tableConfiguration,
);

export type DeliveryCounterRecord = EntityItem<typeof DeliveryCounter>;
