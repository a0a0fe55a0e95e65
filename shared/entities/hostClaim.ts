import { Entity, type EntityItem } from "electrodb";
import { key, tableConfiguration, text } from "../platform/table/entity.ts";

/** The right to audit a host for a reseller, until it expires. No other container audits it meanwhile. */
export const HostClaim = new Entity(
  {
    model: { service: "monitoring", entity: "hostClaim", version: "1" },
    attributes: {
      reseller_uuid: text,
      /** SHA-256 of the host, in hexadecimal: keys must not contain text of clients. */
      host: text,
      /** Identifies the audit that holds it. */
      token: text,
      /** The website that is audited, and when its audit was due. */
      website_uuid: text,
      due_at: text,
      /** How many audits of this website in a row have claimed the host; all but the last have died. */
      tries: { type: "number", required: true },
      /** Milliseconds since 1970. An audit that has not released its claim by then has died. */
      until: { type: "number", required: true },
      /** Seconds since 1970: DynamoDB's time to live removes the item afterwards. */
      expires_epoch: { type: "number", required: true },
    },
    indexes: {
      ofHost: {
        pk: key("pk", "reseller#${reseller_uuid}#host#${host}", ["reseller_uuid", "host"]),
        sk: key("sk", "claim", []),
      },
    },
  },
  tableConfiguration,
);

export type HostClaimRecord = EntityItem<typeof HostClaim>;
