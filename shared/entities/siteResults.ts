import { Entity } from "electrodb";
import { key, tableConfiguration, text } from "../table/entity.ts";

/** What was lately found of an address, for others who have the same: by audits, or of its owner for competitors. */
export const SiteResults = new Entity(
  {
    model: { service: "monitoring", entity: "siteResults", version: "1" },
    attributes: {
      /** A digest of the address and of what was looked for. */
      start: text,
      /** JSON of what `sharing.ts` of the audit or the competitor reader keeps: a map would lose the order of its fields. */
      results: text,
      /** Seconds since 1970: DynamoDB's time to live removes the item some time after. */
      expires_epoch: { type: "number", required: true },
    },
    indexes: {
      ofStart: {
        pk: key("pk", "site#${start}", ["start"]),
        sk: key("sk", "results", []),
      },
    },
  },
  tableConfiguration,
);
