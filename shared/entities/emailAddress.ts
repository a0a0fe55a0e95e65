import { createHash } from "node:crypto";
import { Entity } from "electrodb";
import { key, tableConfiguration, text } from "../table/entity.ts";

/** The claim of a user on an e-mail address: it makes the address unique within a reseller. */
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

/** The key of the claim on an address: those that differ in case only are the same one to everyone who types them. */
export function emailAddressKey(reseller_uuid: string, email: string) {
  return { reseller_uuid, digest: createHash("sha256").update(email.toLowerCase()).digest("hex") };
}
