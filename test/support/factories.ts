import { BatchWriteCommand } from "@aws-sdk/lib-dynamodb";
import { createKey } from "../../functions/operators/key.ts";
import { ApiKey, type ApiKeyRecord } from "../../shared/entities/apiKey.ts";
import { type CustomFieldRecord, CustomFields } from "../../shared/entities/customFields.ts";
import { Deleted } from "../../shared/entities/deleted.ts";
import { FeedItem, type FeedItemRecord } from "../../shared/entities/feedItem.ts";
import { type KeptFinding, WebsiteFindings } from "../../shared/entities/findings.ts";
import { Plan } from "../../shared/entities/plan.ts";
import { Reseller, type ResellerRecord } from "../../shared/entities/reseller.ts";
import { Webhook } from "../../shared/entities/webhook.ts";
import { takeFeedSequences } from "../../shared/feed/feedItem.ts";
import { getReseller } from "../../shared/limits/resellers.ts";
import { BY_CLIENTS, deletedItem } from "../../shared/lists/deleted.ts";
import { generateApiKey, identifyApiKey } from "../../shared/platform/apiKey.ts";
import { tableConfiguration } from "../../shared/platform/table/entity.ts";
import { timestamp } from "../../shared/platform/time.ts";
import { newUuid } from "../../shared/platform/uuid.ts";
import { findingPrefix, findingUuid } from "../../shared/vocabulary/findings.ts";
import { planFeatures } from "../../shared/vocabulary/planFeatures.ts";
import { call } from "./api.ts";
import { businessBody, onboardingBody, windowBody } from "./bodies.ts";
import { makeDelivery } from "./deliveries.ts";
import { copyEstate } from "./estateCopies.ts";

export { addressBody, businessBody, onboardingBody, windowBody } from "./bodies.ts";

export interface TestReseller {
  uuid: string;
  key: string;
  planUuid: string;
}

/** Makes a reseller for one test, with a default plan, a key and the given fields. */
export async function makeReseller(more: Partial<ResellerRecord> = {}): Promise<TestReseller> {
  const uuid = newUuid();
  const planUuid = newUuid();
  const now = timestamp();
  const switches = Object.fromEntries(planFeatures.map((feature) => [feature, true]));
  const reseller = Reseller.put({
    uuid,
    name: "Test reseller",
    default_plan_uuid: planUuid,
    created_at: now,
    ...more,
  });
  const plan = Plan.put({
    ...(switches as Record<(typeof planFeatures)[number], boolean>),
    reseller_uuid: uuid,
    uuid: planUuid,
    name: "Standard",
    created_at: now,
    updated_at: now,
  });
  const { key, record } = newKey(uuid);
  await putAtOnce([reseller, plan, ApiKey.put(record)]);
  return { uuid, key, planUuid };
}

/** Writes items of several entities by one request: it takes a third of the time of three. */
async function putAtOnce(puts: { params(): unknown }[]) {
  const { client, table } = tableConfiguration;
  const items = puts.map((put) => put.params() as { Item: Record<string, unknown> });
  const requests = items.map(({ Item }) => ({ PutRequest: { Item } }));
  await client.send(new BatchWriteCommand({ RequestItems: { [table]: requests } }));
}

/** Makes a key of a reseller, with the given fields. */
export async function makeKey(
  reseller_uuid: string,
  more: Partial<ApiKeyRecord> = {},
): Promise<string> {
  const { key, record } = newKey(reseller_uuid, more);
  await ApiKey.put(record).go();
  return key;
}

function newKey(reseller_uuid: string, more: Partial<ApiKeyRecord> = {}) {
  const key = generateApiKey();
  const named = { reseller_uuid, name: "test", created_at: timestamp() };
  return { key, record: { ...identifyApiKey(key), ...named, ...more } };
}

/** Makes a user as a reseller does: by an onboarding. */
export async function makeUser({ key }: TestReseller): Promise<string> {
  const { body } = await call("POST /v1/onboarding", { key, body: onboardingBody() });
  return body.data.user.uuid;
}

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

/** Shares a website, or what the body says; the token is in the URL. */
export async function makeShare(
  { key }: TestReseller,
  body: Record<string, unknown>,
): Promise<{ uuid: string; token: string }> {
  const response = await call("POST /v1/shares", { key, body });
  const { uuid, url } = response.body.data;
  return { uuid, token: new URL(url).pathname.replace("/s/", "") };
}

/** A prospect whose audit has not begun. */
export async function makeProspect({ key }: TestReseller, hostname: string): Promise<string> {
  const { body } = await call("POST /v1/prospects", { key, body: { hostname } });
  return body.data.uuid;
}

/** A webhook that was deleted, as the dispatcher keeps it. */
export async function makeDeletion(reseller: TestReseller): Promise<string> {
  const uuid = await makeWebhook(reseller);
  const key = { reseller_uuid: reseller.uuid, uuid };
  const { data: webhook } = await Webhook.get(key).go({ consistent: true });
  await call("DELETE /v1/webhooks/{webhook_uuid}", { key: reseller.key, uuid });
  await Deleted.put(deletedItem("webhook", { ...key, ...webhook }, { place: BY_CLIENTS })).go();
  return uuid;
}

/** As if a record had been restored for the last time more than an hour ago. */
export async function anHourAfterRestoring({ uuid: reseller_uuid }: TestReseller, uuid: string) {
  const key = { reseller_uuid, place: BY_CLIENTS, uuid };
  await Deleted.patch(key).remove(["restored_at"]).go();
}

/** Gives a reseller these custom fields, and no others. */
export async function makeCustomFields(
  { uuid: reseller_uuid }: TestReseller,
  attributes: (Pick<CustomFieldRecord, "name"> & Partial<CustomFieldRecord>)[],
): Promise<CustomFieldRecord[]> {
  const fields = attributes.map((field) => ({
    uuid: newUuid(),
    type: field.options ? ("select" as const) : ("text" as const),
    is_required: false,
    created_at: timestamp(),
    ...field,
  }));
  await CustomFields.put({ reseller_uuid, revision: 1, fields }).go();
  return fields;
}

/** A finding as an audit leaves it; `more` is what differs. Replaces all findings of the website. */
export async function makeFinding(
  { reseller, business, website }: { reseller: TestReseller; business: string; website: string },
  ...more: Partial<KeptFinding>[]
): Promise<string> {
  const now = timestamp();
  const findings = (more.length > 0 ? more : [{}]).map((each) => {
    const subject = each.subject ?? "https://example.com/about";
    return {
      ...({ type: "headings", code: "missing_h1", severity: "warning", subject } as const),
      ...{ pages: [subject], pages_count: 1, detail: {}, first_seen_at: now },
      ...each,
      uuid: findingUuid(website, { code: each.code ?? "missing_h1", subject }),
    };
  });
  await WebsiteFindings.put({
    ...{ reseller_uuid: reseller.uuid, business_uuid: business, uuid: website },
    ...{ revision: 1, prefix: findingPrefix(website), changed_at: now, findings },
  }).go();
  return findings[0]?.uuid ?? "";
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
  const created = (await createKey(input)) as { key: string; reseller_uuid: string };
  const { body } = await call("GET /v1/plans", { key: created.key });
  return { uuid: created.reseller_uuid, key: created.key, planUuid: body.data[0].uuid };
}

/** A reseller with one of everything, each by its uuid. */
export async function makeEstate(): Promise<Estate> {
  const estate = await makeUnusedEstate();
  // Fills this container's caches of keys and limits, as the estate's own requests would.
  const { key, uuid } = estate.reseller;
  const nobody = { key, uuid: "nobody" };
  await Promise.all([call("GET /v1/users/{user_uuid}", nobody), getReseller(uuid)]);
  return estate;
}

/** Like `makeEstate`, but neither the key nor the limits are in this container's caches. */
export async function makeUnusedEstate(): Promise<Estate> {
  const estate = await copyEstate(
    "estate",
    async () => await fillEstate(await makeReseller()),
    () => onboardingBody().email,
  );
  // Its uuid is made from the website's.
  return { ...estate, finding: await makeFinding(estate) };
}

/** A reseller with a user and a business. */
export async function makeCustomer(): Promise<Customer> {
  return await copyEstate(
    "customer",
    async () => await fillCustomer(await makeReseller()),
    () => onboardingBody().email,
  );
}

async function fillCustomer(reseller: TestReseller) {
  const user = await makeUser(reseller);
  return { reseller, user, business: await makeBusiness(reseller, user) };
}

export type Customer = Awaited<ReturnType<typeof fillCustomer>>;

/** Gives a reseller one of everything, each by its uuid, through the API. */
export async function fillEstate(reseller: TestReseller) {
  const { user, business } = await fillCustomer(reseller);
  const webhook = await makeWebhook(reseller);
  const log = { reseller_uuid: reseller.uuid, webhook_uuid: webhook };
  const website = await makeWebsite(reseller, business);
  return {
    reseller,
    user,
    business,
    website,
    finding: await makeFinding({ reseller, business, website }),
    share: (await makeShare(reseller, { website_uuid: website })).uuid,
    prospect: await makeProspect(reseller, "prospect.example"),
    maintenance_window: await makeWindow(reseller, website),
    competitor: await makeCompetitor(reseller, business),
    webhook,
    delivery: (await makeDelivery(log)).uuid,
    deletion: await makeDeletion(reseller),
  };
}

export type Estate = Awaited<ReturnType<typeof fillEstate>>;
