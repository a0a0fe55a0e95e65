import { createHash } from "node:crypto";
import { CustomAttributeType, Entity, type EntityItem } from "electrodb";
import { key, optionalText, tableConfiguration, text } from "../table/entity.ts";

/** A reseller that waits for the host of one of its websites. Times are milliseconds since 1970. */
export interface Waiting {
  reseller_uuid: string;
  since: number;
  /** When one of its audits last tried to get the host. */
  tried: number;
}

/** What a host is read for: a website of the host, one that only leads there, or a competitor. */
export type ReadFor = "website" | "elsewhere" | "competitor";

/** The lease on a host: who reads it now, and who waits for it. */
export const SiteLease = new Entity(
  {
    model: { service: "monitoring", entity: "siteLease", version: "1" },
    attributes: {
      /** A digest of the host. */
      host: text,
      /** A uuid that identifies the holder; "" while nobody reads a host that others wait for. */
      holder: text,
      /** The reseller that it is read for, or was last. */
      reseller_uuid: optionalText,
      read_for: { type: CustomAttributeType<ReadFor>("string") },
      /** Milliseconds since 1970: when the holder took it. */
      since: { type: "number" },
      /** Digests of the other hosts that the holder has leased or tried to lease. */
      further: { type: "list", items: { type: "string" }, required: true },
      /** Milliseconds since 1970: when the lease expires. */
      until: { type: "number", required: true },
      /** The resellers that wait, the one that has waited longest first. Absent if nobody waits. */
      waiting: { type: CustomAttributeType<Waiting[]>("any") },
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

export type SiteLeaseRecord = EntityItem<typeof SiteLease>;

/** The key of a host, or of a slot at an address: keys must not contain text of clients. */
export function siteKey(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
