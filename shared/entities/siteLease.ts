import { Entity } from "electrodb";
import { key, tableConfiguration, text } from "../table/entity.ts";

/** The lease on a host: who reads it now. */
export const SiteLease = new Entity(
  {
    model: { service: "monitoring", entity: "siteLease", version: "1" },
    attributes: {
      /** A digest of the host. */
      host: text,
      /** A uuid that identifies the holder. */
      holder: text,
      /** Digests of the other hosts that the holder has leased or tried to lease. */
      further: { type: "list", items: { type: "string" }, required: true },
      /** Milliseconds since 1970: when the lease expires. */
      until: { type: "number", required: true },
      /** Seconds since 1970: DynamoDB's time to live removes the item afterwards. */
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
