import { Entity } from "electrodb";
import { key, tableConfiguration, text } from "../table/entity.ts";

/** What audits have lately found of a host name, for other websites that have the same. */
export const SiteResults = new Entity(
  {
    model: { service: "monitoring", entity: "siteResults", version: "1" },
    attributes: {
      /** A digest of the host name. */
      start: text,
      /** JSON of what `functions/audit/sharing.ts` keeps: a map would lose the order of its fields. */
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
