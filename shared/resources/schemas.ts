/**
 * @file The resources as a client sees them (section 2 of the specification, in its order), each field
 * with its text and an example. Functions import this file as types only, so that they start faster.
 */

import * as z from "zod/mini";
import { described, field, named, nullable } from "../fields/described.ts";
import { type PlanFeature, planFeatures } from "../vocabulary/planFeatures.ts";

export const uuid = z.uuid();

/** A time as the API writes it: `2026-01-31T09:30:00+00:00`. */
export const time = z.stringFormat("date-time", /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d$/);

const exampleId = (last: string) => `01a1f3c2-8d4e-7b6a-9c5d-0000000000${last}`;

/** The uuids in examples, by kind of record. */
export const exampleIds = {
  reseller: exampleId("01"),
  user: exampleId("02"),
  business: exampleId("03"),
  website: exampleId("04"),
  plan: exampleId("05"),
  custom_field_value: exampleId("06"),
  custom_field: exampleId("07"),
  competitor: exampleId("08"),
  feed_item: exampleId("09"),
  webhook: exampleId("10"),
  delivery: exampleId("11"),
  maintenance_window: exampleId("12"),
  share: exampleId("13"),
  deletion: exampleId("14"),
  prospect: exampleId("15"),
  changed_findings: "6d1f0a52-9c3e-8b47-b2e1-4a3d6f8c0b21",
  finding: "6d1f0a52-9c3e-8b47-a1d0-3f2c5e7b9a10",
} as const;

export const CREATED_AT = "2026-11-20T09:30:00+00:00";
export const UPDATED_AT = "2026-11-22T14:05:00+00:00";
/** Far ahead, so that requests with these examples are accepted for years. */
export const BEGINS_AT = "2036-01-12T22:00:00+00:00";
export const ENDS_AT = "2036-01-12T23:30:00+00:00";

/** The uuid of the described record, or of another record that the text names. */
export function idOf(kind: keyof typeof exampleIds, text?: string) {
  const noun = kind.replaceAll("_", " ");
  return described(uuid, text ?? `Identifies the ${noun}.`, exampleIds[kind]);
}

export const created_at = described(time, "When the record was created.", CREATED_AT);
const updated_at = described(
  time,
  "When the record was last changed; the same as `created_at` until then.",
  CREATED_AT,
);
const changed_at = nullable(time, "When the record was last changed; `null` until then.", null);
const reseller_uuid = idOf("reseller", "Your account.");

/** 2.1, with the uuid that lists of businesses require. */
export const userSchema = named(
  "User",
  z.strictObject({
    uuid: idOf("user"),
    first_name: field.string("First name.", "Ada"),
    last_name: field.string("Last name.", "Lovelace"),
    email: field.string(
      "E-mail address. No two of your users can have the same one; case is ignored.",
      "ada@example.com",
    ),
    avatar: nullable(z.string(), "URL of a picture, or `null`.", null),
    language_preference: field.string(
      "The language of the user's e-mails, as language and region: `en-GB`.",
      "en-GB",
    ),
    country_code: field.string("ISO 3166-1 alpha-2 code of the country, in capitals.", "GB"),
    suspended_at: nullable(
      time,
      "When the user was suspended; `null` if the user is not suspended.",
      null,
    ),
    created_at,
    updated_at: changed_at,
  }),
);

/** 2.1: the fields in the answer of an onboarding. */
export const onboardedUserSchema = named(
  "OnboardedUser",
  z.pick(userSchema, {
    uuid: true,
    email: true,
    first_name: true,
    last_name: true,
    language_preference: true,
    created_at: true,
    updated_at: true,
  }),
);

/** 2.4 */
export const customFieldSchema = named(
  "CustomField",
  z.strictObject({
    uuid: idOf("custom_field"),
    reseller_uuid,
    name: field.string("The field's name: the key in `custom_fields`.", "Segment"),
    type: described(
      z.enum(["text", "select"]),
      "`text`, or `select` for one of the `options`.",
      "select",
    ),
    options: nullable(z.array(z.string()), "The values of a `select`; `null` for a `text`.", [
      "small",
      "medium",
      "large",
    ]),
    is_required: field.boolean("Whether a new business must have a value.", false),
    created_at,
    updated_at: changed_at,
  }),
);

/** 2.3 */
const customFieldValueSchema = named(
  "CustomFieldValue",
  z.strictObject({
    uuid: idOf("custom_field_value"),
    business_uuid: idOf("business", "The business that has the value."),
    custom_field_uuid: idOf("custom_field", "The custom field that the value belongs to."),
    value: field.string("The value.", "small"),
    created_at,
    updated_at: changed_at,
    custom_field: described(customFieldSchema, "The custom field itself."),
  }),
);

/** 2.2 */
export const businessSchema = named(
  "Business",
  z.strictObject({
    uuid: idOf("business"),
    name: field.string("Name of the business.", "Example Bakery"),
    industry: field.string(
      "The industry of the business, in your own words; may be empty.",
      "Bakery",
    ),
    reseller_uuid,
    created_at,
    updated_at,
    products: field.strings("What the business has bought from you, in your own words.", ["bread"]),
    plan_uuid: idOf("plan", "The plan, which says what is checked."),
    custom_field_values: described(
      z.array(customFieldValueSchema),
      "The business's values of your custom fields.",
    ),
  }),
);

/** 2.2, in the answer of an update. */
export const plainBusinessSchema = named(
  "PlainBusiness",
  z.omit(businessSchema, { custom_field_values: true }),
);

const [ofCountry, orEmpty] = [
  "ISO 3166-1 alpha-2 code of the country, in capitals",
  "may be empty",
];

/** The postal address and phone number of a business: those of section 4.3. */
export const addressSchema = named(
  "Address",
  z.strictObject({
    address_line_1: field.string("Street and number; empty until known.", "1 Mill Street"),
    address_line_2: field.string(`Second line of the address; ${orEmpty}.`, ""),
    address_line_3: field.string(`Third line of the address; ${orEmpty}.`, ""),
    city: field.string("Town; empty until known.", "Leeds"),
    county: field.string(`County or region; ${orEmpty}.`, ""),
    postcode: field.string(`Postcode; ${orEmpty}.`, "LS1 1AA"),
    phone_number: field.string(
      "Phone number in international format; empty until known.",
      "+441132223344",
    ),
    country_code: field.string(`${ofCountry}; empty until known.`, "GB"),
  }),
);

/** The words that audits of a business's websites do not report. */
export const knownWordsSchema = named(
  "KnownWords",
  z.strictObject({
    words: field.strings("The words; empty until set.", ["Bonzqit"]),
  }),
);

const siteText =
  "Host name or URL of the site, such as `example.com` or `https://example.com/shop`; kept as you send it.";

/** 2.5 */
export const websiteSchema = named(
  "Website",
  z.strictObject({
    uuid: idOf("website"),
    hostname: field.string(siteText, "https://bakery.example.com"),
    business_uuid: idOf("business", "The business that the website belongs to."),
    created_at,
    updated_at,
    is_hostname_up: field.boolean(
      "Whether the site is up; `true` until a downtime is confirmed.",
      true,
    ),
  }),
);

const { address_line_1, address_line_2, address_line_3, city, county } = addressSchema.shape;
const { country_code, postcode, phone_number } = addressSchema.shape;

/** 2.6 */
export const competitorSchema = named(
  "Competitor",
  z.strictObject({
    uuid: idOf("competitor"),
    name: field.string(
      "Name; until the site has been read, its host without `www.`.",
      "Rival Bread",
    ),
    hostname: field.string(siteText, "https://rival.example.com"),
    industry: field.string("Industry; empty until known.", "Bakery"),
    ...{ address_line_1, address_line_2, address_line_3, city, county },
    ...{ country_code, postcode, phone_number },
    business_uuid: idOf("business", "The business that the competitor belongs to."),
    created_at,
    updated_at,
  }),
);

const switches = Object.fromEntries(
  planFeatures.map((feature) => [feature, z.boolean().check(z.meta({ examples: [true] }))]),
);

/** 2.7, with every switch; the texts of the switches follow from the types of feed items. */
export const planSchema = named(
  "Plan",
  z.strictObject({
    uuid: idOf("plan"),
    reseller_uuid,
    name: field.string("The plan's name.", "Standard"),
    is_default: field.boolean(
      "Whether new businesses get this plan; exactly one plan is the default.",
      true,
    ),
    ...(switches as Record<PlanFeature, z.ZodMiniBoolean>),
    created_at,
    updated_at,
  }),
);
