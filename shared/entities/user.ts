import { createHash } from "node:crypto";
import { Entity, type EntityItem } from "electrodb";
import {
  key,
  listed,
  nextSequence,
  optionalText,
  tableConfiguration,
  text,
} from "../platform/table/entity.ts";

export const User = new Entity(
  {
    model: { service: "monitoring", entity: "user", version: "1" },
    attributes: {
      ...listed,
      business_sequence: nextSequence,
      first_name: text,
      last_name: text,
      email: text,
      avatar: optionalText,
      language_preference: text,
      country_code: text,
      suspended_at: optionalText,
      /** Set if the onboarding asked for no e-mail. */
      is_onboarded_quietly: { type: "boolean" },
      created_at: text,
      updated_at: optionalText,
    },
    indexes: {
      byUuid: {
        pk: key("pk", "reseller#${reseller_uuid}#user#${uuid}"),
        sk: key("sk", "user"),
      },
    },
  },
  tableConfiguration,
);

export type UserRecord = EntityItem<typeof User>;

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
        pk: key("pk", "reseller#${reseller_uuid}#email#${digest}"),
        sk: key("sk", "email"),
      },
    },
  },
  tableConfiguration,
);

/** The key of an address, regardless of capitals. */
export function emailAddressKey(reseller_uuid: string, email: string) {
  return { reseller_uuid, digest: createHash("sha256").update(email.toLowerCase()).digest("hex") };
}
