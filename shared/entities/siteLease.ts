import { Entity } from "electrodb";
import { key, tableConfiguration, text } from "../table/entity.ts";

/** Who reads a host, for whichever reseller's website or competitor. */
export const SiteLease = new Entity(
  {
    model: { service: "monitoring", entity: "siteLease", version: "1" },
    attributes: {
      /** A digest of the host. */
      host: text,
      /** A uuid of who reads it. */
      holder: text,
      /** Digests of the hosts that the holder has taken besides, or tried to. */
      further: { type: "list", items: { type: "string" }, required: true },
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
