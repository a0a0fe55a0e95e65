import { expect, test } from "vitest";
import { call } from "../support/api.ts";
import { makeEstate } from "../support/factories.ts";
import { acceptedRequest, kindsInPath } from "../support/requests.ts";
import { routeKeys } from "../support/routeKeys.ts";

const OF_BUSINESS = ["business", "website", "competitor", "finding", "maintenance_window"];

test.each<[owner: "user" | "business", kinds: string[], deletion: string]>([
  ["user", ["business"], "DELETE /v1/users/{user_uuid}"],
  ["business", OF_BUSINESS, "DELETE /v1/businesses/{business_uuid}"],
])("a deleted %s hides its %s records at once", async (owner, kinds, deletion) => {
  const estate = await makeEstate();
  const send = (route: string) => call(route, acceptedRequest(route, estate));
  expect((await send(deletion)).status).toBe(200);
  const reachable: string[] = [];
  for (const route of routeKeys) {
    const isHidden = kindsInPath(route).some((kind) => kinds.includes(kind));
    if (isHidden && (await send(route)).status !== 404) reachable.push(route);
  }
  expect(reachable).toEqual([]);
  const ofOwner = { key: estate.reseller.key, query: { [`${owner}Uuid`]: estate[owner] } };
  const lists = [await call("GET /v1/account/websites", ofOwner)];
  if (owner === "business")
    lists.push(await send("GET /v1/feed-items"), await send("GET /v1/findings"));
  expect(lists.map(({ body }) => body.data)).toEqual(lists.map(() => []));
});
