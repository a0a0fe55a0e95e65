import { Entity, type EntityItem } from "electrodb";
import { key, tableConfiguration, text } from "../table/entity.ts";

/**
 * When the next attempt of a pending delivery is due, or of several that became due together; a webhook's
 * retries are sorted by that time.
 */
export const DeliveryRetry = new Entity(
  {
    model: { service: "monitoring", entity: "deliveryRetry", version: "1" },
    attributes: {
      reseller_uuid: text,
      webhook_uuid: text,
      due_at: text,
      sequence: { type: "number", required: true, padding: { length: 10, char: "0" } },
      /** Of the further deliveries; absent: the retry is the own one of a delivery. */
      others: { type: "list", items: { type: "number" } },
      expires_epoch: { type: "number", required: true },
    },
    indexes: {
      bySoonest: {
        pk: key("pk", "reseller#${reseller_uuid}#webhook#${webhook_uuid}#retries", [
          "reseller_uuid",
          "webhook_uuid",
        ]),
        sk: key("sk", "${due_at}#${sequence}", ["due_at", "sequence"]),
      },
    },
  },
  tableConfiguration,
);

export type DeliveryRetryRecord = EntityItem<typeof DeliveryRetry>;
