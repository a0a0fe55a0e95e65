import { Entity } from "electrodb";
import { key, tableConfiguration, text } from "../table/entity.ts";

/**
 * How many requests to a reseller's webhooks run at once (`functions/events/deliveries/seats.ts`): attributes
 * `s0` to `s9` say until when each seat is taken, in milliseconds since 1970.
 */
export const DeliverySeats = new Entity(
  {
    model: { service: "monitoring", entity: "deliverySeats", version: "1" },
    attributes: {
      reseller_uuid: text,
      /** Seconds since 1970: DynamoDB's time to live removes the item afterwards. */
      expires_epoch: { type: "number", required: true },
    },
    indexes: {
      ofReseller: {
        pk: key("pk", "reseller#${reseller_uuid}#seats", ["reseller_uuid"]),
        sk: key("sk", "seats", []),
      },
    },
  },
  tableConfiguration,
);
