import { createKey } from "../../functions/admin/createKey.ts";
import { ApiKey, type ApiKeyRecord } from "../../shared/entities/apiKey.ts";
import { type CustomFieldRecord, CustomFields } from "../../shared/entities/customFields.ts";
import { FeedItem, type FeedItemRecord } from "../../shared/entities/feedItem.ts";
import { Plan } from "../../shared/entities/plan.ts";
import { Reseller, type ResellerRecord } from "../../shared/entities/reseller.ts";
import { takeFeedSequences } from "../../shared/feed/takeFeedSequences.ts";
import { generateApiKey, identifyApiKey } from "../../shared/http/apiKey.ts";
import { planFeatures } from "../../shared/resources/planFeatures.ts";
import { timestamp } from "../../shared/time.ts";
import { newUuid } from "../../shared/uuid.ts";
import { call } from "./api.ts";
import { makeDelivery } from "./deliveries.ts";

export interface TestReseller {
  uuid: string;
  key: string;
  planUuid: string;
}

/** A reseller of its own for a test, with a default plan and a key, and whatever else is said of it. */
export async function makeReseller(more: Partial<ResellerRecord> = {}): Promise<TestReseller> {
  const uuid = newUuid();
  const planUuid = newUuid();
  const now = timestamp();
  const switches = Object.fromEntries(planFeatures.map((feature) => [feature, true]));
  await Reseller.create({
    uuid,
    name: "Test reseller",
    default_plan_uuid: planUuid,
    created_at: now,
    ...more,
  }).go();
  await Plan.create({
    ...(switches as Record<(typeof planFeatures)[number], boolean>),
    reseller_uuid: uuid,
    uuid: planUuid,
    name: "Standard",
    created_at: now,
    updated_at: now,
  }).go();
  return { uuid, key: await makeKey(uuid), planUuid };
}

/** A key of a reseller, with whatever else is said of it. */
export async function makeKey(
  reseller_uuid: string,
  more: Partial<ApiKeyRecord> = {},
): Promise<string> {
  const key = generateApiKey();
  await ApiKey.create({
    ...identifyApiKey(key),
    reseller_uuid,
    name: "test",
    created_at: timestamp(),
    ...more,
  }).go();
  return key;
}

let people = 0;

/** A whole onboarding body, with an address that no other test uses. */
export function onboardingBody() {
  people += 1;
  return {
    email: `person${people}.${process.pid}@example.com`,
    first_name: "Ada",
    last_name: "Lovelace",
    language_preference: "en-GB",
    business: {
      business_name: "Analytical Engines",
      hostname: "https://engines.example.com",
      address_line_1: "1 Mill Street",
      address_line_2: "",
      address_line_3: "",
      city: "London",
      county: "Greater London",
      postcode: "N1 1AA",
      phone_number: "+442071838750",
      country_code: "GB",
    },
  };
}

/** A user, made as a reseller would make one: by an onboarding. */
export async function makeUser({ key }: TestReseller): Promise<string> {
  const { body } = await call("POST /v1/onboarding", { key, body: onboardingBody() });
  return body.data.user.uuid;
}

export const businessBody = {
  name: "Difference Engines",
  industry: "Machines",
  products: ["engine"],
};

/** The address of a business that had none. */
export const addressBody = {
  address_line_1: "2 Mill Street",
  city: "Leeds",
  phone_number: "+441132223344",
  country_code: "GB",
};

export async function makeBusiness({ key }: TestReseller, userUuid: string): Promise<string> {
  const { body } = await call("POST /v1/businesses", {
    key,
    query: { userUuid },
    body: businessBody,
  });
  return body.data.uuid;
}

export async function makeWebsite({ key }: TestReseller, businessUuid: string): Promise<string> {
  const { body } = await call("POST /v1/websites", {
    key,
    query: { businessUuid },
    body: { hostname: "example.com" },
  });
  return body.data.uuid;
}

/** A maintenance window that has not begun. */
export const windowBody = {
  starts_at: "2099-01-31T09:30:00+00:00",
  ends_at: "2099-01-31T11:00:00+00:00",
  reason: "New server",
};

export async function makeWindow({ key }: TestReseller, uuid: string): Promise<string> {
  const route = "POST /v1/websites/{website_uuid}/maintenance-windows";
  return (await call(route, { key, uuid, body: windowBody })).body.data.uuid;
}

export async function makeCompetitor({ key }: TestReseller, businessUuid: string): Promise<string> {
  const { body } = await call("POST /v1/competitors", {
    key,
    query: { businessUuid },
    body: { hostname: "rival.example" },
  });
  return body.data.uuid;
}

export async function makeWebhook({ key }: TestReseller): Promise<string> {
  const { body } = await call("POST /v1/webhooks", {
    key,
    body: { hostname: "https://hooks.example.com/in" },
  });
  return body.data.uuid;
}

/** Gives a reseller these custom fields, and no others. */
export async function makeCustomFields(
  { uuid: reseller_uuid }: TestReseller,
  given: (Pick<CustomFieldRecord, "name"> & Partial<CustomFieldRecord>)[],
): Promise<CustomFieldRecord[]> {
  const fields = given.map((field) => ({
    uuid: newUuid(),
    type: field.options ? ("select" as const) : ("text" as const),
    is_required: false,
    created_at: timestamp(),
    ...field,
  }));
  await CustomFields.put({ reseller_uuid, revision: 1, fields }).go();
  return fields;
}

/** A feed item as an audit leaves it. */
export async function makeFeedItem(
  place: Pick<FeedItemRecord, "reseller_uuid" | "business_uuid" | "website_uuid">,
  more: Partial<FeedItemRecord> = {},
): Promise<string> {
  const uuid = newUuid();
  await FeedItem.create({
    ...place,
    sequence: await takeFeedSequences(place, 1),
    uuid,
    category: "website",
    type: "broken_links",
    status: "info",
    data: { links_broken_count: 3, new_links_broken_count: 1 },
    created_at: timestamp(),
    ...more,
  }).go();
  return uuid;
}

/** The sandbox of a reseller, as the reseller's first test key makes it. */
export async function makeSandbox({ uuid: reseller_uuid }: TestReseller): Promise<TestReseller> {
  const input = { reseller_uuid, name: "test", test: true };
  const made = (await createKey(input)) as { key: string; reseller_uuid: string };
  const { body } = await call("GET /v1/plans", { key: made.key });
  return { uuid: made.reseller_uuid, key: made.key, planUuid: body.data[0].uuid };
}

/** A reseller with one of everything, each by its uuid. */
export async function makeEstate(given?: TestReseller) {
  const reseller = given ?? (await makeReseller());
  const user = await makeUser(reseller);
  const business = await makeBusiness(reseller, user);
  const webhook = await makeWebhook(reseller);
  const log = { reseller_uuid: reseller.uuid, webhook_uuid: webhook };
  const website = await makeWebsite(reseller, business);
  return {
    reseller,
    user,
    business,
    website,
    maintenance_window: await makeWindow(reseller, website),
    competitor: await makeCompetitor(reseller, business),
    webhook,
    delivery: (await makeDelivery(log)).uuid,
  };
}

export type Estate = Awaited<ReturnType<typeof makeEstate>>;
