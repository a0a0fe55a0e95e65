import { createHash } from "node:crypto";
import { Entity } from "electrodb";
import { key, tableConfiguration, text } from "../platform/table/entity.ts";

/** Reserves an e-mail address for a user, so that it is unique within a reseller. */
export const EmailAddress = new Entity(
  {
    model: { service: "monitoring", entity: "emailAddress", version: "1" },
    attributes: {
      reseller_uuid: text,
      /** SHA-256 of the address in lower case, in hexadecimal. */
      digest: text,
      user_uuid: text,
    },
    indexes: {
      byDigest: {
        pk: key("pk", "reseller#${reseller_uuid}#email#${digest}", ["reseller_uuid", "digest"]),
        sk: key("sk", "email", []),
      },
    },
  },
  tableConfiguration,
);

/** The key of an address, regardless of capitals. */
export function emailAddressKey(reseller_uuid: string, email: string) {
  return { reseller_uuid, digest: createHash("sha256").update(email.toLowerCase()).digest("hex") };
}
