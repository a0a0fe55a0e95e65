import type { GroupName, RoutesOf } from "../../shared/routes.ts";
import { call, type TestRequest } from "../support/api.ts";
import { type Cost, costOf } from "../support/cost.ts";
import { makeDelivery } from "../support/deliveries.ts";
import {
  businessBody,
  makeBusiness,
  makeFeedItem,
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
      cost.commands.join(", "),
    ]),
    notes: [
      "Lists: a page of 20. A key that a container has not seen for 10 seconds costs one request",
      "and one read unit more, and a write once an hour.",
    ],
  };
}

/** What a call of each endpoint costs of the table. */
export async function measureEndpoints(): Promise<[route: string, cost: Cost][]> {
  const costs: [string, Cost][] = [];
  for (const [route, request] of Object.entries(await requests())) {
    let status = 0;
    const cost = await costOf(async () => {
      ({ status } = await call(route, request));
    });
    if (status !== 200) throw new Error(`${route} answered ${status}`);
    costs.push([route, cost]);
  }
  return costs;
}

/** A request of each route, in the order in which they are made. */
async function requests(): Promise<Record<RoutesOf<GroupName>, TestRequest>> {
  const reseller = await makeReseller();
  const { key, uuid: reseller_uuid } = reseller;
  const userUuid = await makeUser(reseller);
  const businessUuid = await makeBusiness(reseller, userUuid);
  const websiteUuid = await makeWebsite(reseller, businessUuid);
  const make = async (route: string, body: unknown, query?: Record<string, string>) =>
    (await call(route, { key, body, ...(query ? { query } : {}) })).body.data.uuid as string;
  const hostname = { hostname: "https://www.example.com" };
  const site = { reseller_uuid, business_uuid: businessUuid, website_uuid: websiteUuid };
  for (let count = 1; count < 20; count += 1) {
    await makeUser(reseller);
    await makeBusiness(reseller, userUuid);
    await makeWebsite(reseller, businessUuid);
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
  const last = await makeBusiness(reseller, userUuid);
  const [{ uuid: onboarded }] = (await call("GET /v1/businesses", { key, query: { userUuid } }))
    .body.data;
  const maintenance_window_uuid = await makeWindow(reseller, websiteUuid);
  const windowPath = { website_uuid: websiteUuid, maintenance_window_uuid };
  const lastUser = await makeUser(reseller);
  return {
    "GET /v1/users": { key },
    "GET /v1/users/{user_uuid}": { key, uuid: userUuid },
    "PATCH /v1/users/{user_uuid}": { key, uuid: userUuid, body: { first_name: "Grace" } },
    "DELETE /v1/users/{user_uuid}": { key, uuid: lastUser },
    "POST /v1/onboarding": { key, body: onboardingBody() },
    "GET /v1/businesses": { key, query: { userUuid } },
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
    "GET /v1/account/websites": { key },
    "GET /v1/account/businesses": { key },
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
