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
