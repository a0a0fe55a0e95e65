import { examples as eventExamples } from "../../../shared/events/examples.ts";
import { planFeatures } from "../../../shared/resources/planFeatures.ts";

const resourceOf = (type: keyof typeof eventExamples) =>
  (eventExamples[type] as { data: Record<string, unknown> }).data;

const user = resourceOf("user.onboarded");
const business = resourceOf("business.created");
const website = resourceOf("website.created");
const webhook = resourceOf("webhook.test");
const [created_at, updated_at] = ["2026-11-20T09:30:00+00:00", "2026-11-22T14:05:00+00:00"];

const maintenanceWindow = {
  uuid: "01a1f3c2-8d4e-7b6a-9c5d-000000000012",
  website_uuid: website["uuid"],
  starts_at: "2026-12-01T22:00:00+00:00",
  ends_at: "2026-12-01T23:30:00+00:00",
  reason: "New server",
  created_at: updated_at,
};

const delivery = {
  uuid: "01a1f3c2-8d4e-7b6a-9c5d-000000000011",
  event_id: "evt_5f0c1b6a7d2e5c3f9b8a4d6e1c2f3a4b",
  type: "website.down",
  status: "delivered",
  attempts: [{ at: updated_at, status: 204, error: null, duration_ms: 87, response: "" }],
  next_attempt_at: null,
  created_at: updated_at,
  updated_at,
};

/** An example of each schema that responses are made of, by its name in the document. */
export const examples: Readonly<Record<string, unknown>> = {
  Account: {
    uuid: business["reseller_uuid"],
    name: "Acme Web Design",
    api_key: {
      uuid: "4f1c2d3e-5b6a-8c7d-8e9f-0a1b2c3d4e5f",
      name: "Dashboard",
      is_test: false,
      is_read_only: true,
      allowed_ips: ["203.0.113.0/24", "2001:db8::/32"],
      created_at,
      expires_at: "2027-02-18T09:30:00+00:00",
      last_used_at: updated_at,
    },
    record_limits: {
      users: { count: 212, max: 100_000 },
      businesses: { count: 230, max: 100_000 },
      websites: { count: 251, max: 100_000 },
      webhooks: { count: 2, max: 1_000 },
      websites_per_business: { max: 1_000 },
      competitors_per_business: { max: 1_000 },
    },
    request_limits: {
      reads_per_minute: { count: 84, max: 6_000 },
      writes_per_minute: { count: 3, max: 1_200 },
    },
  },
  User: user,
  OnboardedUser: {
    uuid: user["uuid"],
    email: user["email"],
    first_name: user["first_name"],
    last_name: user["last_name"],
    language_preference: user["language_preference"],
    created_at,
    updated_at: null,
  },
  Business: business,
  PlainBusiness: Object.fromEntries(
    Object.entries(resourceOf("business.updated")).filter(
      ([name]) => name !== "custom_field_values",
    ),
  ),
  CustomField: (business["custom_field_values"] as { custom_field: object }[])[0]?.custom_field,
  Address: {
    address_line_1: "1 Mill Street",
    address_line_2: "",
    address_line_3: "",
    city: "Leeds",
    county: "",
    postcode: "LS1 1AA",
    phone_number: "+441132223344",
    country_code: "GB",
  },
  Website: website,
  AccountWebsite: {
    ...website,
    is_hostname_up: false,
    downtime: { began_at: updated_at, cause: "http 503" },
  },
  MaintenanceWindow: maintenanceWindow,
  Uptime: {
    from: "2026-11-22",
    to: "2026-11-22",
    uptime_percentage: 99.65,
    downtimes: [
      {
        began_at: updated_at,
        ended_at: "2026-11-22T14:10:00+00:00",
        cause: "http 503",
        duration_seconds: 300,
        unobserved_seconds: 0,
      },
    ],
    days: [
      {
        date: "2026-11-22",
        looks: 288,
        failures: 2,
        observed_seconds: 86_400,
        down_seconds: 300,
        maintenance_seconds: 0,
        uptime_percentage: 99.65,
        response_ms: { mean: 182, median: 160, p95: 410 },
      },
    ],
  },
  AuditRequest: { website_uuid: website["uuid"], requested_at: updated_at },
  Competitor: resourceOf("competitor.enriched"),
  Plan: {
    uuid: business["plan_uuid"],
    reseller_uuid: business["reseller_uuid"],
    name: "Standard",
    is_default: true,
    ...Object.fromEntries(planFeatures.map((feature) => [feature, feature !== "reviews"])),
    created_at,
    updated_at: created_at,
  },
  FeedItem: resourceOf("feed_item.created"),
  Webhook: webhook,
  WebhookState: {
    ...webhook,
    events: ["website.down", "website.up"],
    disabled_at: null,
    disabled_reason: null,
    failing_since: null,
  },
  WebhookSecret: {
    secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
    retired: [{ until: "2026-11-23T14:05:00+00:00" }],
  },
  Delivery: delivery,
  WholeDelivery: { ...delivery, body: eventExamples["website.down"] },
};

/** Values of parameters, and of the few fields that belong to no resource. */
export const values: Readonly<Record<string, unknown>> = {
  user_uuid: user["uuid"],
  userUuid: user["uuid"],
  business_uuid: business["uuid"],
  businessUuid: business["uuid"],
  website_uuid: website["uuid"],
  websiteUuid: website["uuid"],
  competitor_uuid: resourceOf("competitor.created")["uuid"],
  maintenance_window_uuid: maintenanceWindow.uuid,
  webhook_uuid: webhook["uuid"],
  delivery_uuid: delivery.uuid,
  event_id: delivery.event_id,
  page: 1,
  per_page: 20,
  since: created_at,
  idempotency_key: "order-4711",
  status: "failed",
  type: "website.down",
  email: user["email"],
  name: "Example",
  hostname: "bakery.example.com",
  is_hostname_up: "false",
  from: "2026-11-01",
  to: "2026-11-22",
};
