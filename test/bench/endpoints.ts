import { changeListed } from "../../shared/lists/changeListed.ts";
import { websites } from "../../shared/lists/websites.ts";
import type { GroupName, RoutesOf } from "../../shared/routes.ts";
import { call, type TestRequest } from "../support/api.ts";
import { type Cost, costOf } from "../support/cost.ts";
import { makeDelivery } from "../support/deliveries.ts";
import {
  businessBody,
  makeBusiness,
  makeDeletion,
  makeFeedItem,
  makeFinding,
  makeImport,
  makeReseller,
  makeUser,
  makeWebsite,
  makeWindow,
  onboardingBody,
  windowBody,
} from "../support/factories.ts";
import type { Section } from "./report.ts";

/** Requests and units of every endpoint, with the key of the request known to the container. */
export async function measure(): Promise<Section> {
  const costs = await measureEndpoints();
  return {
    title: "DynamoDB requests and units per endpoint",
    columns: ["Endpoint", "requests", "read units", "write units", "commands"],
    rows: costs.map(([route, cost]) => [
      route,
      cost.requests,
      cost.readUnits,
      cost.writeUnits,
      runsOf(cost.commands).join(", "),
    ]),
    notes: [
      "Lists: a page of 20. A key that a container has not seen for 10 seconds costs one request",
      "and one read unit more, and a write once an hour.",
    ],
  };
}

/** Groups more than two equal commands in a row: `16 Query`. */
function runsOf(commands: string[]): string[] {
  const runs: { command: string; count: number }[] = [];
  for (const command of commands) {
    const last = runs.at(-1);
    if (last?.command === command) last.count += 1;
    else runs.push({ command, count: 1 });
  }
  return runs.flatMap(({ command, count }) =>
    count > 2 ? [`${count} ${command}`] : Array.from({ length: count }, () => command),
  );
}

/** The requests and units of a call of each endpoint. */
export async function measureEndpoints(): Promise<[route: string, cost: Cost][]> {
  const costs: [string, Cost][] = [];
  for (const [route, request] of Object.entries(await requests())) {
    let status = 0;
    const cost = await costOf(async () => {
      ({ status } = await call(route.replace(/\?.*/, ""), request));
    });
    if (status !== 200) throw new Error(`${route} answered ${status}`);
    costs.push([route, cost]);
  }
  return costs;
}

type Requests = Record<RoutesOf<GroupName>, TestRequest> &
  Record<`${string}?${string}`, TestRequest>;

/** A request of each route and filter, in the order of measuring. */
async function requests(): Promise<Requests> {
  const reseller = await makeReseller();
  const { key, uuid: reseller_uuid } = reseller;
  const userUuid = await makeUser(reseller);
  const businessUuid = await makeBusiness(reseller, userUuid);
  const websiteUuid = await makeWebsite(reseller, businessUuid);
  const make = async (route: string, body: unknown, query?: Record<string, string>) =>
    (await call(route, { key, body, ...(query ? { query } : {}) })).body.data.uuid as string;
  const hostname = { hostname: "https://www.example.com" };
  const site = { reseller_uuid, business_uuid: businessUuid, website_uuid: websiteUuid };
  await setDown(reseller_uuid, websiteUuid);
  for (let count = 1; count < 20; count += 1) {
    await makeUser(reseller);
    await makeBusiness(reseller, userUuid);
    await setDown(reseller_uuid, await makeWebsite(reseller, businessUuid));
    await make("POST /v1/competitors", hostname, { businessUuid });
    await makeFeedItem(site);
  }
  const competitorUuid = await make("POST /v1/competitors", hostname, { businessUuid });
  const webhookUuid = await make("POST /v1/webhooks", hostname);
  const log = { reseller_uuid, webhook_uuid: webhookUuid };
  const delivery = await makeDelivery(log);
  for (let count = 1; count < 20; count += 1) await makeDelivery(log);
  const path = { webhook_uuid: webhookUuid, delivery_uuid: delivery.uuid };
  const since = delivery.created_at;
  const type = "broken_links";
  const last = await makeBusiness(reseller, userUuid);
  const [{ uuid: onboarded }] = (await call("GET /v1/businesses", { key, query: { userUuid } }))
    .body.data;
  const maintenance_window_uuid = await makeWindow(reseller, websiteUuid);
  const windowPath = { website_uuid: websiteUuid, maintenance_window_uuid };
  const finding = await makeFinding({ reseller, business: businessUuid, website: websiteUuid });
  const share = { website_uuid: websiteUuid, kind: "status" };
  const shareUuid = await make("POST /v1/shares", share);
  for (let count = 1; count < 20; count += 1) await make("POST /v1/shares", share);
  const [{ email }] = (await call("GET /v1/users", { key })).body.data;
  const { name } = businessBody;
  const lastUser = await makeUser(reseller);
  const deletion = await makeDeletion(reseller);
  const importUuid = await makeImport(reseller);
  return {
    "GET /v1/users": { key },
    "GET /v1/users?email=": { key, query: { email } },
    "GET /v1/users/{user_uuid}": { key, uuid: userUuid },
    "PATCH /v1/users/{user_uuid}": { key, uuid: userUuid, body: { first_name: "Grace" } },
    "GET /v1/users/{user_uuid}/export": { key, uuid: userUuid },
    "GET /v1/users/{user_uuid}/report-mails": { key, uuid: userUuid },
    "PATCH /v1/users/{user_uuid}/report-mails": {
      key,
      uuid: userUuid,
      body: { frequency: "monthly" },
    },
    "DELETE /v1/users/{user_uuid}": { key, uuid: lastUser },
    "POST /v1/onboarding": { key, body: onboardingBody() },
    "GET /v1/businesses": { key, query: { userUuid } },
    "GET /v1/businesses?name=": { key, query: { userUuid, name } },
    "GET /v1/businesses/{business_uuid}": { key, uuid: businessUuid },
    "POST /v1/businesses": { key, query: { userUuid }, body: businessBody },
    "PATCH /v1/businesses/{business_uuid}": { key, uuid: businessUuid, body: { name: "New" } },
    "DELETE /v1/businesses/{business_uuid}": { key, uuid: last },
    "GET /v1/businesses/{business_uuid}/address": { key, uuid: onboarded },
    "PATCH /v1/businesses/{business_uuid}/address": {
      key,
      uuid: onboarded,
      body: { city: "Leeds" },
    },
    "GET /v1/websites": { key, query: { businessUuid } },
    "GET /v1/websites/{website_uuid}": { key, uuid: websiteUuid },
    "POST /v1/websites": { key, query: { businessUuid }, body: hostname },
    "PATCH /v1/websites/{website_uuid}": { key, uuid: websiteUuid, body: hostname },
    "GET /v1/feed-items": { key, query: { businessUuid, websiteUuid } },
    "GET /v1/feed-items?since=": { key, query: { businessUuid, websiteUuid, since } },
    "GET /v1/feed-items?type=": { key, query: { businessUuid, websiteUuid, type } },
    "GET /v1/feed-items?status=": { key, query: { businessUuid, websiteUuid, status: "info" } },
    "GET /v1/findings": { key, query: { websiteUuid } },
    "GET /v1/findings?businessUuid=": { key, query: { businessUuid } },
    "GET /v1/findings/{finding_uuid}": { key, uuid: finding },
    "PATCH /v1/findings/{finding_uuid}": { key, uuid: finding, body: { status: "ignored" } },
    "GET /v1/shares": { key },
    "POST /v1/shares": { key, body: share },
    "GET /v1/shares/{share_uuid}": { key, uuid: shareUuid },
    "DELETE /v1/shares/{share_uuid}": { key, uuid: shareUuid },
    "GET /v1/account": { key },
    "GET /v1/account/websites": { key },
    "GET /v1/account/websites?is_hostname_up=false": { key, query: { is_hostname_up: "false" } },
    "GET /v1/account/websites?hostname=": { key, query: { hostname: "example.com" } },
    "GET /v1/account/websites?userUuid=": { key, query: { userUuid } },
    "GET /v1/account/websites?businessUuid=": { key, query: { businessUuid } },
    "GET /v1/account/audit-log": { key },
    "GET /v1/account/usage": { key },
    "GET /v1/account/businesses": { key },
    "GET /v1/account/businesses?name=": { key, query: { name } },
    "GET /v1/account/report-mails": { key },
    "PATCH /v1/account/report-mails": { key, body: { frequency: "none" } },
    "GET /v1/account/deleted": { key },
    "POST /v1/account/deleted/{deletion_uuid}/restore": { key, uuid: deletion },
    "POST /v1/imports": { key },
    "GET /v1/imports/{import_uuid}": { key, uuid: importUuid },
    "POST /v1/imports/{import_uuid}/start": { key, uuid: importUuid, body: { dry_run: false } },
    "GET /v1/imports/{import_uuid}/rows": { key, uuid: importUuid },
    "GET /v1/account/erasures": { key },
    "GET /v1/websites/{website_uuid}/uptime": { key, uuid: websiteUuid },
    "GET /v1/users/{user_uuid}/digest": { key, uuid: userUuid },
    "GET /v1/businesses/{business_uuid}/digest": { key, uuid: businessUuid },
    "POST /v1/websites/{website_uuid}/audit": { key, uuid: websiteUuid },
    "GET /v1/websites/{website_uuid}/maintenance-windows": { key, uuid: websiteUuid },
    "POST /v1/websites/{website_uuid}/maintenance-windows": {
      key,
      uuid: websiteUuid,
      body: windowBody,
    },
    "GET /v1/websites/{website_uuid}/maintenance-windows/{maintenance_window_uuid}": {
      key,
      uuid: windowPath,
    },
    "DELETE /v1/websites/{website_uuid}/maintenance-windows/{maintenance_window_uuid}": {
      key,
      uuid: windowPath,
    },
    "DELETE /v1/websites/{website_uuid}": { key, uuid: websiteUuid },
    "GET /v1/competitors": { key, query: { businessUuid } },
    "GET /v1/competitors/{competitor_uuid}": { key, uuid: competitorUuid },
    "POST /v1/competitors": { key, query: { businessUuid }, body: hostname },
    "PATCH /v1/competitors/{competitor_uuid}": {
      key,
      uuid: competitorUuid,
      body: { city: "Bath" },
    },
    "DELETE /v1/competitors/{competitor_uuid}": { key, uuid: competitorUuid },
    "GET /v1/plans": { key },
    "GET /v1/custom-fields": { key },
    "GET /v1/webhooks": { key },
    "POST /v1/webhooks": { key, body: hostname },
    "GET /v1/webhooks/{webhook_uuid}": { key, uuid: webhookUuid },
    "GET /v1/webhooks/{webhook_uuid}/secret": { key, uuid: webhookUuid },
    "POST /v1/webhooks/{webhook_uuid}/secret/rotate": { key, uuid: webhookUuid },
    "POST /v1/webhooks/{webhook_uuid}/test": { key, uuid: webhookUuid },
    "POST /v1/webhooks/{webhook_uuid}/enable": { key, uuid: webhookUuid },
    "GET /v1/webhooks/{webhook_uuid}/deliveries": { key, uuid: webhookUuid },
    "GET /v1/webhooks/{webhook_uuid}/deliveries/{delivery_uuid}": { key, uuid: path },
    "POST /v1/webhooks/{webhook_uuid}/deliveries/{delivery_uuid}/replay": { key, uuid: path },
    "POST /v1/webhooks/{webhook_uuid}/replay": { key, uuid: webhookUuid, query: { since } },
    "DELETE /v1/webhooks/{webhook_uuid}": { key, uuid: webhookUuid },
  };
}

/** Marks a website as down, as its uptime check would. */
async function setDown(reseller_uuid: string, uuid: string) {
  const set = { is_hostname_up: false };
  await changeListed(websites, { reseller_uuid, uuid }, () => ({ set }));
}
