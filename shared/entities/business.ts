import type { EntityItem } from "electrodb";
import {
  entity,
  index,
  listed,
  nextSequence,
  optionalText,
  primary,
  text,
} from "../platform/table/entity.ts";

export const Business = entity(
  "business",
  {
    ...listed,
    user_uuid: text,
    plan_uuid: text,
    website_sequence: nextSequence,
    competitor_sequence: nextSequence,
    name: text,
    industry: text,
    products: { type: "list", items: { type: "string" }, required: true },
    custom_field_values: {
      type: "list",
      required: true,
      items: {
        type: "map",
        properties: {
          uuid: text,
          custom_field_uuid: text,
          value: text,
          created_at: text,
          updated_at: optionalText,
        },
      },
    },
    /** The postal address and phone number from onboarding, which the analyser of listings compares. */
    address: {
      type: "map",
      properties: {
        address_line_1: text,
        address_line_2: text,
        address_line_3: text,
        city: text,
        county: text,
        postcode: text,
        country_code: text,
        phone_number: text,
      },
    },
    /** The words that no audit of its websites reports as misspelt. */
    known_words: { type: "list", items: { type: "string" } },
    created_at: text,
    updated_at: text,
  },
  {
    byUuid: primary("reseller#${reseller_uuid}#business#${uuid}", "business"),
    /** Those on a plan, oldest first: a UUID of version 7 begins with its time. */
    onPlan: index("gsi1", "reseller#${reseller_uuid}#plan#${plan_uuid}", "${uuid}"),
    /** Those of a reseller, oldest first. */
    ofReseller: index("gsi2", "reseller#${reseller_uuid}#businesses", "${uuid}"),
  },
);

export type BusinessRecord = EntityItem<typeof Business>;
export type CustomFieldValueRecord = BusinessRecord["custom_field_values"][number];
