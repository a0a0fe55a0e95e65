import { CustomAttributeType, Entity, type EntityItem } from "electrodb";
import { key, nextSequence, tableConfiguration, text } from "../table/entity.ts";

/** The next sequence number of a webhook's log of deliveries. */
export const DeliveryCounter = new Entity(
  {
    model: { service: "monitoring", entity: "deliveryCounter", version: "1" },
    attributes: {
      reseller_uuid: text,
      webhook_uuid: text,
      next_sequence: nextSequence,
      /** The first sequence number of each day (`2026-01-31`), so that the last days of a log can be found. */
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
