import { Entity, type EntityItem } from "electrodb";
import { key, optionalText, tableConfiguration, text } from "../table/entity.ts";

/**
 * A webhook's lane, which exists only while the webhook has retries or its endpoint fails. A worker
 * claims the lane on the condition that `due_at` is still the time in the worker's message.
 */
export const DeliveryLane = new Entity(
  {
    model: { service: "monitoring", entity: "deliveryLane", version: "1" },
    attributes: {
      reseller_uuid: text,
      /** The webhook's uuid. */
      uuid: text,
      shard: { type: "number", required: true },
      due_at: text,
      /** Until when a worker has claimed the lane; equal to `due_at`, so that the lane is due if the worker dies. */
      claimed_until: optionalText,
      /** Until then nothing is sent, and new deliveries wait in the lane. */
      blocked_until: optionalText,
      /**
       * What deliveries wait for that are due: their reseller's limit of deliveries, or others of its that are
       * being sent. New ones queue behind them.
       */
      waits_for: { type: ["limit", "others"] as const },
      /** Failed attempts since the last one that succeeded, of all deliveries together. */
      failures: { type: "number", required: true },
      /** When the first of these attempts failed. */
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
