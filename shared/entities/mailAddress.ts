import { createHash } from "node:crypto";
import { Entity } from "electrodb";
import { key, tableConfiguration, text } from "../table/entity.ts";

/** An address to which no mail is sent any more, after a permanent bounce or a complaint. */
export const MailAddress = new Entity(
  {
    model: { service: "monitoring", entity: "mailAddress", version: "1" },
    attributes: {
      /** SHA-256 of the address in lower case, in hexadecimal. */
      digest: text,
      reason: { type: ["bounce", "complaint"] as const, required: true },
      suppressed_at: text,
    },
    indexes: {
      byDigest: {
        pk: key("pk", "mailAddress#${digest}", ["digest"]),
        sk: key("sk", "mailAddress", []),
      },
    },
  },
  tableConfiguration,
);

/** The key of an address; upper and lower case make no difference. */
export function mailAddressKey(address: string) {
  return { digest: createHash("sha256").update(address.toLowerCase()).digest("hex") };
}
