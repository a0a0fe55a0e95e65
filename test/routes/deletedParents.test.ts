import { expect, test } from "vitest";
import { call } from "../support/api.ts";
import { makeEstate } from "../support/factories.ts";
import { acceptedRequest, kindsInPath } from "../support/requests.ts";
import { routeKeys } from "../support/routeKeys.ts";

test.each([
  ["DELETE /v1/users/{user_uuid}", ["business"]],
  [
    "DELETE /v1/businesses/{business_uuid}",
    ["business", "website", "competitor", "finding", "maintenance_window"],
  ],
])("what belongs to a record is unreachable right after %s", async (deletion, kinds) => {
  const estate = await makeEstate();
  const request = (route: string) => call(route, acceptedRequest(route, estate));
  expect((await request(deletion)).status).toBe(200);
  const reachable: string[] = [];
  for (const route of routeKeys) {
    if (!kindsInPath(route).some((kind) => kinds.includes(kind))) continue;
    if ((await request(route)).status !== 404) reachable.push(route);
  }
  expect(reachable).toEqual([]);
  if (!kinds.includes("website")) return;
  for (const route of ["GET /v1/feed-items", "GET /v1/findings"])
    expect((await request(route)).body.data).toEqual([]);
});
