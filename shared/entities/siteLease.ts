import { Entity } from "electrodb";
import { key, tableConfiguration, text } from "../table/entity.ts";

/** Whose audit of a host is under way, of all resellers' websites on it. */
export const SiteLease = new Entity(
  {
    model: { service: "monitoring", entity: "siteLease", version: "1" },
    attributes: {
      /** A digest of the host. */
      host: text,
      website_uuid: text,
      /** Milliseconds since 1970; a holder that has died loses it then. */
      until: { type: "number", required: true },
      /** Seconds since 1970: DynamoDB's time to live removes the item some time after. */
      expires_epoch: { type: "number", required: true },
    },
    indexes: {
      ofHost: {
        pk: key("pk", "site#${host}", ["host"]),
        sk: key("sk", "lease", []),
      },
    },
  },
  tableConfiguration,
);
