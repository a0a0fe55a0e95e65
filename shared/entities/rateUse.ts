import { Entity } from "electrodb";
import { key, tableConfiguration, text } from "../platform/table/entity.ts";

/** GET and HEAD are reads, every other request is a write; deliveries are first attempts. */
export type RateKind = "reads" | "writes" | "deliveries";

/** The requests of a reseller that are limited together. */
export interface RateBudget {
  reseller_uuid: string;
  kind: RateKind;
}

/**
 * What a reseller's requests of one kind cost by minute, and API calls by day, as processes have added them
 * (`shared/limits/rateLimiter.ts`): an attribute for each minute and day.
 */
export const RateUse = new Entity(
  {
    model: { service: "monitoring", entity: "rateUse", version: "1" },
    attributes: {
      reseller_uuid: text,
      /** A `RateKind`. */
      kind: text,
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
