import { Entity } from "electrodb";
import { key, tableConfiguration, text } from "../table/entity.ts";

/**
 * How many reads, or writes, a reseller has made within the last minute, as far as containers have
 * booked them (`shared/limits/rateWindow.ts`): beside these attributes it has one for each time at
 * which some were made. With all of them it has to fit into one kilobyte.
 */
export const RateUse = new Entity(
  {
    model: { service: "monitoring", entity: "rateUse", version: "1" },
    attributes: {
      reseller_uuid: text,
      /** `reads` or `writes`. */
      kind: text,
      /** How many were ever booked: the same number, the same state. */
      booked: { type: "number" },
      /** Seconds since 1970: DynamoDB's time to live removes the item some time after. */
      expires_epoch: { type: "number", required: true },
    },
    indexes: {
      // A partition of its own: what a reseller does most is not to slow down its records.
      ofReseller: {
        pk: key("pk", "rate#${reseller_uuid}#${kind}", ["reseller_uuid", "kind"]),
        sk: key("sk", "rate", []),
      },
    },
  },
  tableConfiguration,
);
