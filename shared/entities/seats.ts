import { Entity } from "electrodb";
import { key, tableConfiguration, text } from "../table/entity.ts";

/**
 * Requests that run at once, of a reseller's deliveries or to a host (`functions/events/deliveriesAtOnce.ts`).
 * The attributes `s0`, `s1` … say until when each seat is taken, in milliseconds since 1970; `w` and the number
 * of a minute what the deliveries of that minute weigh.
 */
export const Seats = new Entity(
  {
    model: { service: "monitoring", entity: "seats", version: "1" },
    attributes: {
      /** `reseller#` and its uuid, or `site#` and a digest of an address. */
      place: text,
      /** Seconds since 1970: DynamoDB's time to live removes the item afterwards. */
      expires_epoch: { type: "number", required: true },
    },
    indexes: {
      ofPlace: {
        pk: key("pk", "${place}#seats", ["place"]),
        sk: key("sk", "seats", []),
      },
    },
  },
  tableConfiguration,
);
