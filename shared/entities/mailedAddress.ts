import { Entity } from "electrodb";
import { key, tableConfiguration, text } from "../table/entity.ts";

/** A person to whom a reseller sent an onboarding mail; it outlives the user. */
export const MailedAddress = new Entity(
  {
    model: { service: "monitoring", entity: "mailedAddress", version: "1" },
    attributes: {
      reseller_uuid: text,
      /** Of the address without its tag (`mailAddress.ts`). */
      digest: text,
      user_uuid: text,
      mailed_at: text,
      expires_epoch: { type: "number", required: true },
    },
    indexes: {
      byDigest: {
        pk: key("pk", "reseller#${reseller_uuid}#mailed#${digest}", ["reseller_uuid", "digest"]),
        sk: key("sk", "mailed", []),
      },
    },
  },
  tableConfiguration,
);
