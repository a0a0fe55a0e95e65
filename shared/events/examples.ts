import type { EventType } from "./eventTypes.ts";

const [created_at, updated_at] = ["2026-11-20T09:30:00+00:00", "2026-11-22T14:05:00+00:00"];
const uuid = (last: number) => `01a1f3c2-8d4e-7b6a-9c5d-0000000000${String(last).padStart(2, "0")}`;
const [reseller_uuid, user_uuid, business_uuid, website_uuid] = [
  uuid(1),
  uuid(2),
  uuid(3),
  uuid(4),
];

const user = {
  uuid: user_uuid,
  first_name: "Ada",
  last_name: "Lovelace",
  email: "ada@example.com",
  avatar: null,
  language_preference: "en-GB",
  country_code: "GB",
  suspended_at: null,
  created_at,
  updated_at: null,
};

const business = {
  uuid: business_uuid,
  name: "Example Bakery",
  industry: "Bakery",
  reseller_uuid,
  created_at,
  updated_at: created_at,
  products: ["bread"],
  plan_uuid: uuid(5),
  custom_field_values: [
    {
      uuid: uuid(6),
      business_uuid,
      custom_field_uuid: uuid(7),
      value: "small",
      created_at,
      updated_at: null,
      custom_field: {
        uuid: uuid(7),
        reseller_uuid,
        name: "Segment",
        type: "select",
        options: ["small", "medium", "large"],
        is_required: false,
        created_at,
        updated_at: null,
      },
    },
  ],
};

const website = {
  uuid: website_uuid,
  hostname: "https://bakery.example.com",
  business_uuid,
  created_at,
  updated_at: created_at,
  is_hostname_up: true,
};

const competitor = {
  uuid: uuid(8),
  name: "rival.example.com",
  hostname: "https://rival.example.com",
  industry: "",
  address_line_1: "",
  address_line_2: "",
  address_line_3: "",
  city: "",
  county: "",
  country_code: "",
  postcode: "",
  phone_number: "",
  business_uuid,
  created_at,
  updated_at: created_at,
};

const enriched = {
  ...competitor,
  name: "Rival Bread",
  industry: "Bakery",
  address_line_1: "1 Mill Street",
  city: "Leeds",
  country_code: "GB",
  postcode: "LS1 1AA",
  phone_number: "+441132223344",
  updated_at,
};

const feedItem = {
  uuid: uuid(9),
  business_uuid,
  website_uuid,
  competitor_uuid: null,
  category: "website",
  type: "broken_links",
  status: "warning",
  data: { links_broken_count: 3, new_links_broken_count: 1 },
  created_at,
  updated_at: null,
};

const webhook = {
  uuid: uuid(10),
  endpoint: "https://hooks.example.com/in",
  created_at,
  updated_at: created_at,
};

/** An example body of each type of event. */
export const examples: Readonly<Record<EventType, object>> = {
  "feed_item.created": body("feed_item.created", 1, feedItem),
  "website.created": body("website.created", 1, website),
  "website.updated": body("website.updated", 2, { ...website, updated_at }),
  "website.deleted": body("website.deleted", 4, { ...website, updated_at }),
  "website.down": body("website.down", 2, { ...website, updated_at, is_hostname_up: false }),
  "website.up": body("website.up", 3, { ...website, updated_at }),
  "business.created": body("business.created", 1, business),
  "business.updated": body("business.updated", 2, { ...business, name: "The Bakery", updated_at }),
  "business.deleted": body("business.deleted", 3, { ...business, name: "The Bakery", updated_at }),
  "competitor.created": body("competitor.created", 1, competitor),
  "competitor.updated": body("competitor.updated", 3, { ...enriched, city: "York" }),
  "competitor.deleted": body("competitor.deleted", 4, { ...enriched, city: "York" }),
  "competitor.enriched": body("competitor.enriched", 2, enriched),
  "user.onboarded": body("user.onboarded", 1, user),
  "user.updated": body("user.updated", 2, { ...user, language_preference: "fr-FR", updated_at }),
  "user.suspended": body("user.suspended", 2, { ...user, suspended_at: updated_at, updated_at }),
  "user.resumed": body("user.resumed", 3, { ...user, updated_at }),
  "user.deleted": body("user.deleted", 4, { ...user, updated_at }),
  "webhook.test": body("webhook.test", 1, webhook),
  "webhook.disabled": body("webhook.disabled", Date.parse(updated_at) / 1000, webhook),
};

function body(type: EventType, sequence: number, data: object) {
  return { type, timestamp: sequence === 1 ? created_at : updated_at, sequence, data };
}
