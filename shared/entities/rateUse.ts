import { Entity } from "electrodb";
import { key, tableConfiguration, text } from "../table/entity.ts";

/** GET and HEAD are reads, every other request is a write; deliveries are attempts to call a webhook. */
export type RateKind = "reads" | "writes" | "deliveries";

/** The requests that are counted together: of a kind in a minute, or those of a group that run now. */
export interface RatePlace {
  reseller_uuid: string;
  kind: RateKind | `at-once-${string}`;
}

/** What a reseller may use of a kind in a minute. */
export interface Budget extends RatePlace {
  kind: RateKind;
}

/**
 * The requests of one kind that a reseller has made within the last minute, as containers have booked
 * them (`shared/limits/rateBookings.ts`). The item has one attribute for each time of requests, and should
 * fit into a kilobyte.
 */
export const RateUse = new Entity(
  {
    model: { service: "monitoring", entity: "rateUse", version: "1" },
    attributes: {
      reseller_uuid: text,
      /** A `RateKind`, or `at-once-` and a group. */
      kind: text,
      /** All requests ever booked: it changes with each booking. */
      booked: { type: "number" },
      /** Seconds since 1970: DynamoDB's time to live removes the item afterwards. */
      expires_epoch: { type: "number", required: true },
    },
    indexes: {
      // A partition of its own, so that counting does not slow down access to the reseller's records.
      ofReseller: {
        pk: key("pk", "rate#${reseller_uuid}#${kind}", ["reseller_uuid", "kind"]),
        sk: key("sk", "rate", []),
      },
    },
  },
  tableConfiguration,
);
