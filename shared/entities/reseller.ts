import { Entity, type EntityItem } from "electrodb";
import {
  key,
  nextSequence,
  optionalText,
  searchable,
  tableConfiguration,
  text,
} from "../table/entity.ts";

const optionalNumber = { type: "number" } as const;

/** A reseller account. It names its default plan, so that there is always exactly one. */
export const Reseller = new Entity(
  {
    model: { service: "monitoring", entity: "reseller", version: "1" },
    attributes: {
      uuid: text,
      ...searchable,
      name: text,
      default_plan_uuid: text,
      user_sequence: nextSequence,
      /** Count the websites and businesses that were ever made, for the lists of all of them. */
      account_website_sequence: optionalNumber,
      account_business_sequence: optionalNumber,
      webhook_count: { type: "number", required: true, default: 0 },
      /** What its users' mails look like; without a sender name, they come from `name`. */
      sender_name: optionalText,
      reply_to: optionalText,
      logo_url: optionalText,
      /** Of buttons: `#rrggbb`. */
      colour: optionalText,
      /** Where its users find their results. */
      link: optionalText,
      /** Where the reseller itself is told of what concerns it: a webhook that was disabled. */
      email: optionalText,
      /** How many records it may have (`shared/limits/recordLimits.ts`), where that is not the default. */
      max_users: optionalNumber,
      max_businesses: optionalNumber,
      max_websites: optionalNumber,
      max_websites_per_business: optionalNumber,
      max_competitors_per_business: optionalNumber,
      /** How many requests it may make (`shared/http/rateLimit.ts`), where that is not the stage's number. */
      reads_per_minute: optionalNumber,
      writes_per_minute: optionalNumber,
      /** How many of the records it has in all, as the table's stream has told so far. */
      business_count: optionalNumber,
      website_count: optionalNumber,
      created_at: text,
      /** Whose sandbox it is (`shared/sandbox.ts`). */
      sandbox_of: optionalText,
      /** Since then its records are being deleted, and itself at last. */
      deleting_since: optionalText,
    },
    indexes: {
      byUuid: {
        pk: key("pk", "reseller#${uuid}", ["uuid"]),
        sk: key("sk", "reseller", []),
      },
      all: {
        index: "gsi1",
        pk: key("gsi1pk", "resellers", []),
        sk: key("gsi1sk", "${uuid}", ["uuid"]),
      },
    },
  },
  tableConfiguration,
);

export type ResellerRecord = EntityItem<typeof Reseller>;
