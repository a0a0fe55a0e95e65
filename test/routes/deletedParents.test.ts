import { expect, test } from "vitest";
import { call } from "../support/api.ts";
import { makeEstate } from "../support/factories.ts";
import { acceptedRequest, type Kind, kindsInPath } from "../support/requests.ts";
import { routeKeys } from "../support/routeKeys.ts";

const OF_WEBSITE: Kind[] = ["website", "finding", "maintenance_window"];
const OF_BUSINESS: Kind[] = ["business", "competitor", ...OF_WEBSITE];
const RESULTS = ["GET /v1/feed-items", "GET /v1/findings"];
const WEBSITES = "GET /v1/account/websites";

test.each<[deletion: string, hidden: Kind[], empty: string[]]>([
  ["DELETE /v1/users/{user_uuid}", ["user", "business"], [WEBSITES]],
  ["DELETE /v1/businesses/{business_uuid}", OF_BUSINESS, [...RESULTS, WEBSITES]],
  ["DELETE /v1/websites/{website_uuid}", OF_WEBSITE, RESULTS],
  ["DELETE /v1/webhooks/{webhook_uuid}", ["webhook", "delivery"], []],
])("%s hides what belongs to the record at once", async (deletion, hidden, empty) => {
  const estate = await makeEstate();
  expect((await call(deletion, acceptedRequest(deletion, estate))).status).toBe(200);
  const reachable: string[] = [];
  for (const route of routeKeys) {
    if (!kindsInPath(route).some((kind) => hidden.includes(kind))) continue;
    const { status } = await call(route, acceptedRequest(route, estate));
    if (status !== 404) reachable.push(route);
  }
  expect(reachable).toEqual([]);
  const [parent] = kindsInPath(deletion) as [Kind];
  for (const route of empty) {
    const { query, ...request } = acceptedRequest(route, estate);
    const ofParent = { ...query, [`${parent}Uuid`]: estate[parent] };
    expect((await call(route, { ...request, query: ofParent })).body.data).toEqual([]);
  }
});
