import { Entity, type EntityItem } from "electrodb";
import { key, tableConfiguration, text } from "../table/entity.ts";
import { deliveryStatuses } from "./delivery.ts";

/** A request to send a range of a webhook's deliveries again; removed when all of them are pending. */
export const DeliveryReplay = new Entity(
  {
    model: { service: "monitoring", entity: "deliveryReplay", version: "1" },
    attributes: {
      reseller_uuid: text,
      webhook_uuid: text,
      uuid: text,
      /** Sequence numbers: `from` is the next one to read, `until` the first one after the range. */
      from: { type: "number", required: true },
      until: { type: "number", required: true },
      /** Only deliveries that were created then or later. */
      since: text,
      /** Only deliveries with this status; without it, all. */
      status: { type: deliveryStatuses },
      created_at: text,
    },
    indexes: {
      ofWebhook: {
        pk: key("pk", "reseller#${reseller_uuid}#webhook#${webhook_uuid}", [
          "reseller_uuid",
          "webhook_uuid",
        ]),
        sk: key("sk", "replay#${uuid}", ["uuid"]),
      },
    },
  },
  tableConfiguration,
);

export type DeliveryReplayRecord = EntityItem<typeof DeliveryReplay>;
