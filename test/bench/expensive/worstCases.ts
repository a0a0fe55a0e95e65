import { settle } from "../../../functions/cleanup/settle.ts";
import { Deleted } from "../../../shared/entities/deleted.ts";
import { BY_CLIENTS, deletedItem } from "../../../shared/lists/deleted.ts";
import { listedKinds } from "../../../shared/lists/listedKinds.ts";
import type { GroupName, RoutesOf } from "../../../shared/routes.ts";
import { call, type TestRequest } from "../../support/api.ts";
import {
  addressBody,
  makeBusiness,
  makeCompetitor,
  makeDeletion,
  makeEstate,
  makeShare,
  makeUser,
  makeWebhook,
  makeWebsite,
  makeWindow,
  onboardingBody,
  type TestReseller,
  windowBody,
} from "../../support/factories.ts";
import { acceptedRequest } from "../../support/requests.ts";
import { largeBusiness, noise, type WorstEstate } from "./worstEstate.ts";

/** A request, and how the record that it creates is deleted again. */
export interface WorstCase {
  what: string;
  request: TestRequest;
  /** The route and the identifiers for the answer's `data`. */
  undo?: { route: string; uuid: (data: Answer) => TestRequest["uuid"] };
}

// biome-ignore lint/suspicious/noExplicitAny: the answers of all routes
type Answer = any;
type Cases = (estate: WorstEstate) => Promise<WorstCase[]>;

const PER_PAGE = "100";
const ofItself = (data: Answer) => data.uuid;
const LONG = "x".repeat(255);
const longAddress = {
  ...addressBody,
  address_line_1: LONG,
  address_line_2: LONG,
  address_line_3: LONG,
  city: LONG,
  county: LONG,
};

/** A page of a hundred records, with these further parameters. */
const page =
  (what: string, query: (estate: WorstEstate) => Record<string, string> = () => ({})): Cases =>
  async (estate) => [
    { what, request: { key: estate.key, query: { ...query(estate), per_page: PER_PAGE } } },
  ];

const one =
  (what: string, request: (estate: WorstEstate) => TestRequest | Promise<TestRequest>): Cases =>
  async (estate) => [{ what, request: { key: estate.key, ...(await request(estate)) } }];

const several =
  (...cases: Cases[]): Cases =>
  async (estate) =>
    (await Promise.all(cases.map((each) => each(estate)))).flat();

const ofBusiness = ({ business: businessUuid, website: websiteUuid }: WorstEstate) => ({
  businessUuid,
  websiteUuid,
});

const REMOVE = {
  user: "DELETE /v1/users/{user_uuid}",
  website: "DELETE /v1/websites/{website_uuid}",
};

/** Deletes a record and keeps it with what belongs to it, as the dispatcher and the clean-up do. */
async function remove(
  name: keyof typeof REMOVE,
  { key, uuid: reseller_uuid }: TestReseller,
  uuid: string,
) {
  const owner = { reseller_uuid, uuid };
  const { data: record } = await listedKinds[name].get(owner);
  if (!record) throw new Error(`There is no ${name} ${uuid}`);
  await call(REMOVE[name], { key, uuid });
  await Deleted.put(deletedItem(name, record, { place: BY_CLIENTS })).go();
  for await (const _ of settle(name, owner));
  return uuid;
}

/** The longest period of a digest. */
const quarter = { from: dayAgo(90), to: dayAgo(1), per_page: "100" };

type Route = RoutesOf<GroupName>;

/** The most expensive requests that each route takes. A GET without one costs no more for anybody (`usual`). */
const worstCases: Record<Exclude<Route, `GET ${string}`>, Cases> & { [Get in Route]?: Cases } = {
  "GET /v1/users": page("100 users"),
  "PATCH /v1/users/{user_uuid}": one("long names", ({ user: uuid }) => ({
    uuid,
    body: { first_name: noise(200), last_name: noise(200), email: `${noise(60)}@example.com` },
  })),
  "PATCH /v1/users/{user_uuid}/report-mails": one("a time zone", ({ user: uuid }) => ({
    uuid,
    body: { frequency: "weekly", timezone: "Europe/Berlin" },
  })),
  "DELETE /v1/users/{user_uuid}": one("one with a business", async ({ reseller }) => ({
    uuid: await makeUser(reseller),
  })),
  "POST /v1/onboarding": async ({ key }) => {
    const body = onboardingBody();
    const request = { key, body: { ...body, business: { ...body.business, ...longAddress } } };
    const route = "DELETE /v1/users/{user_uuid}";
    return [{ what: "and delete", request, undo: { route, uuid: ({ user }) => user.uuid } }];
  },
  "GET /v1/businesses": several(
    page("100 of 26 kB", ({ user: userUuid }) => ({ userUuid })),
    page("100 of 26 kB by prefix", ({ user: userUuid }) => ({ userUuid, name: "Large" })),
  ),
  "POST /v1/businesses": async ({ key, user: userUuid }) => [
    {
      what: "26 kB, and delete",
      request: { key, query: { userUuid }, body: largeBusiness() },
      undo: { route: "DELETE /v1/businesses/{business_uuid}", uuid: ofItself },
    },
    {
      what: "26 kB with an Idempotency-Key, and delete",
      request: {
        key,
        query: { userUuid },
        body: largeBusiness(),
        headers: { "idempotency-key": noise(40) },
      },
      undo: { route: "DELETE /v1/businesses/{business_uuid}", uuid: ofItself },
    },
  ],
  "GET /v1/businesses/{business_uuid}": one("26 kB", async (estate) => ({
    uuid: await makeLargeBusiness(estate),
  })),
  "PATCH /v1/businesses/{business_uuid}": one("26 kB", async (estate) => ({
    uuid: await makeLargeBusiness(estate),
    body: largeBusiness(),
  })),
  "PATCH /v1/businesses/{business_uuid}/address": one("long lines", ({ withAddress: uuid }) => ({
    uuid,
    body: longAddress,
  })),
  "DELETE /v1/businesses/{business_uuid}": one("26 kB", async (estate) => ({
    uuid: await makeLargeBusiness(estate),
  })),
  "GET /v1/websites": page("100 websites", ofBusiness),
  "POST /v1/websites": async ({ key, business: businessUuid }) => [
    {
      what: "and delete",
      request: { key, query: { businessUuid }, body: { hostname: `${noise(20)}.example.com` } },
      undo: { route: "DELETE /v1/websites/{website_uuid}", uuid: ofItself },
    },
  ],
  // It drops the findings of the former host. The audits that wrote them paid for that.
  "PATCH /v1/websites/{website_uuid}": one("another host name", async ({ reseller, business }) => ({
    uuid: await makeWebsite(reseller, business),
    body: { hostname: `https://${noise(60)}.example.com/${noise(100)}` },
  })),
  "GET /v1/users/{user_uuid}/digest": one("90 days", ({ user: uuid }) => ({
    uuid,
    query: quarter,
  })),
  "GET /v1/businesses/{business_uuid}/digest": one("90 days", ({ business: uuid }) => ({
    uuid,
    query: quarter,
  })),
  "GET /v1/websites/{website_uuid}/uptime": one("a year", ({ website: uuid }) => ({
    uuid,
    query: { from: dayAgo(364), to: dayAgo(0) },
  })),
  "POST /v1/websites/{website_uuid}/audit": one("asked for", ({ website: uuid }) => ({ uuid })),
  "GET /v1/websites/{website_uuid}/maintenance-windows": one("50", ({ website: uuid }) => ({
    uuid,
  })),
  "POST /v1/websites/{website_uuid}/maintenance-windows": one(
    "the fiftieth",
    async ({ key, website, windows }) => {
      const uuid = { website_uuid: website, maintenance_window_uuid: windows.pop() ?? "" };
      const route = "/v1/websites/{website_uuid}/maintenance-windows/{maintenance_window_uuid}";
      await call(`DELETE ${route}`, { key, uuid });
      return { uuid: website, body: { ...windowBody, reason: LONG } };
    },
  ),
  "GET /v1/websites/{website_uuid}/maintenance-windows/{maintenance_window_uuid}": one(
    "one of 50",
    ({ website, windows }) => ({
      uuid: { website_uuid: website, maintenance_window_uuid: windows[0] ?? "" },
    }),
  ),
  "DELETE /v1/websites/{website_uuid}/maintenance-windows/{maintenance_window_uuid}": one(
    "one of 50",
    ({ website, windows }) => ({
      uuid: { website_uuid: website, maintenance_window_uuid: windows[0] ?? "" },
    }),
  ),
  "DELETE /v1/websites/{website_uuid}": one("with a window", async ({ reseller, business }) => {
    const uuid = await makeWebsite(reseller, business);
    await makeWindow(reseller, uuid);
    return { uuid };
  }),
  "GET /v1/competitors": page("100 competitors", ofBusiness),
  "POST /v1/competitors": async ({ key, business: businessUuid }) => [
    {
      what: "and delete",
      request: { key, query: { businessUuid }, body: { hostname: "rival.example.com" } },
      undo: { route: "DELETE /v1/competitors/{competitor_uuid}", uuid: ofItself },
    },
  ],
  "PATCH /v1/competitors/{competitor_uuid}": one("long lines", ({ competitors: [uuid = ""] }) => ({
    uuid,
    body: { ...longAddress, hostname: `${noise(30)}.example.com` },
  })),
  "DELETE /v1/competitors/{competitor_uuid}": one("one", async ({ reseller, business }) => ({
    uuid: await makeCompetitor(reseller, business),
  })),
  "GET /v1/shares": page("100"),
  "POST /v1/shares": async ({ key, website: website_uuid }) => [
    {
      what: "and delete",
      request: { key, body: { website_uuid } },
      undo: { route: "DELETE /v1/shares/{share_uuid}", uuid: ofItself },
    },
  ],
  "DELETE /v1/shares/{share_uuid}": one("one", async ({ reseller, website: website_uuid }) => {
    return { uuid: (await makeShare(reseller, { website_uuid })).uuid };
  }),
  "GET /v1/account/usage": one("24 months", () => ({ query: { from: "2025-01", to: "2026-12" } })),
  "PATCH /v1/account/report-mails": one("all users", () => ({ body: { frequency: "monthly" } })),
  "GET /v1/account/websites": several(
    page("100"),
    page("by host name", () => ({ hostname: "example.com" })),
    page("that are up", () => ({ is_hostname_up: "true" })),
  ),
  "GET /v1/account/audit-log": page("seven megabytes of entries"),
  "GET /v1/account/businesses": several(
    page("100 of 26 kB"),
    page("100 of 26 kB by prefix", () => ({ name: "Large" })),
  ),
  "GET /v1/feed-items": several(
    page("a megabyte", ofBusiness),
    page("a megabyte by type", (estate) => ({ ...ofBusiness(estate), type: "broken_links" })),
    page("a megabyte by status", (estate) => ({ ...ofBusiness(estate), status: "info" })),
  ),
  "GET /v1/findings": several(
    page("100 of 500", ({ website: websiteUuid }) => ({ websiteUuid })),
    page("100 of a business's 500", ({ business: businessUuid }) => ({ businessUuid })),
  ),
  "GET /v1/findings/{finding_uuid}": one("one of 500", ({ finding: uuid }) => ({ uuid })),
  "PATCH /v1/findings/{finding_uuid}": one("one of 500", ({ finding: uuid }) => ({
    uuid,
    body: { status: "ignored", note: noise(255) },
  })),
  "GET /v1/account/deleted": page("some"),
  "POST /v1/account/deleted/{deletion_uuid}/restore": several(
    one("a webhook", async ({ reseller }) => ({ uuid: await makeDeletion(reseller) })),
    one("a website", async ({ reseller, business }) => {
      return { uuid: await remove("website", reseller, await makeWebsite(reseller, business)) };
    }),
    one("a user with a business", async ({ reseller }) => {
      return { uuid: await remove("user", reseller, await makeUser(reseller)) };
    }),
  ),
  "GET /v1/webhooks": one("200 webhooks", () => ({})),
  "POST /v1/webhooks": async ({ key }) => [
    {
      what: "and delete",
      request: { key, body: { hostname: `https://hooks.example.com/${noise(100)}` } },
      undo: { route: "DELETE /v1/webhooks/{webhook_uuid}", uuid: ofItself },
    },
  ],
  "POST /v1/webhooks/{webhook_uuid}/secret/rotate": one("one", ({ webhook: uuid }) => ({ uuid })),
  "POST /v1/webhooks/{webhook_uuid}/test": one("one", ({ webhook: uuid }) => ({ uuid })),
  "POST /v1/webhooks/{webhook_uuid}/enable": one("one", ({ webhook: uuid }) => ({ uuid })),
  "GET /v1/webhooks/{webhook_uuid}/deliveries": one("100 of 27 kB", ({ webhook: uuid }) => ({
    uuid,
    query: { per_page: PER_PAGE },
  })),
  "GET /v1/webhooks/{webhook_uuid}/deliveries/{delivery_uuid}": one("27 kB", (estate) => ({
    uuid: deliveryOf(estate),
  })),
  "POST /v1/webhooks/{webhook_uuid}/deliveries/{delivery_uuid}/replay": one("27 kB", (estate) => ({
    uuid: deliveryOf(estate),
  })),
  "POST /v1/webhooks/{webhook_uuid}/replay": one("a month", ({ webhook: uuid }) => ({
    uuid,
    query: { since: new Date(Date.now() - 29 * 86_400_000).toISOString() },
  })),
  "DELETE /v1/webhooks/{webhook_uuid}": one("one", async ({ reseller }) => ({
    uuid: await makeWebhook(reseller),
  })),
};

/** The cases of a route. */
export function casesOf(route: Route): Cases {
  return worstCases[route] ?? usual(route);
}

function usual(route: string): Cases {
  return async () => [{ what: "as usual", request: acceptedRequest(route, await makeEstate()) }];
}

async function makeLargeBusiness({ key, reseller, user }: WorstEstate): Promise<string> {
  const uuid = await makeBusiness(reseller, user);
  await call("PATCH /v1/businesses/{business_uuid}", { key, uuid, body: largeBusiness() });
  return uuid;
}

function deliveryOf({ webhook, delivery }: WorstEstate) {
  return { webhook_uuid: webhook, delivery_uuid: delivery.uuid };
}

function dayAgo(days: number): string {
  return new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
}
