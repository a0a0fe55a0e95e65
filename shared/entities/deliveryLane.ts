import { Entity, type EntityItem } from "electrodb";
import { key, optionalText, tableConfiguration, text } from "../table/entity.ts";

/**
 * Where a webhook's retries wait, while there are any or its endpoint fails: without this item all
 * is well. A worker that has been in the lane moves `due_at` on, on the condition that it is still
 * what the worker was called for.
 */
export const DeliveryLane = new Entity(
  {
    model: { service: "monitoring", entity: "deliveryLane", version: "1" },
    attributes: {
      reseller_uuid: text,
      /** The webhook's. */
      uuid: text,
      shard: { type: "number", required: true },
      due_at: text,
      /** While a worker is in it; the same as `due_at`, when the lane is due again should it die. */
      claimed_until: optionalText,
      /** Until then nothing is sent: new deliveries are put into the lane. */
      blocked_until: optionalText,
      /** How many attempts failed since the last one that did not, of whichever delivery. */
      failures: { type: "number", required: true },
      /** Since when nothing but failures. */
      failing_since: optionalText,
    },
    indexes: {
      ofWebhook: {
        pk: key("pk", "reseller#${reseller_uuid}#webhook#${uuid}", ["reseller_uuid", "uuid"]),
        sk: key("sk", "lane", []),
      },
      due: {
        index: "gsi1",
        pk: key("gsi1pk", "due#lane#${shard}", ["shard"]),
        sk: key("gsi1sk", "${due_at}#${uuid}", ["due_at", "uuid"]),
      },
    },
  },
  tableConfiguration,
);

export type DeliveryLaneRecord = EntityItem<typeof DeliveryLane>;
