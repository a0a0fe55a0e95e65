import type { EntityItem } from "electrodb";
import {
  entity,
  listed,
  nextSequence,
  optionalText,
  primary,
  text,
} from "../platform/table/entity.ts";

export const User = entity(
  "user",
  {
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
  {
    byUuid: primary("reseller#${reseller_uuid}#user#${uuid}", "user"),
  },
);

export type UserRecord = EntityItem<typeof User>;
