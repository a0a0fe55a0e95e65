import { expect, test } from "vitest";
import { routeKeys } from "../../shared/routes.ts";
import { call } from "../support/api.ts";
import { problem } from "../support/expected.ts";

const NOWHERE = problem(404, "There is nothing at this path");

test.each([
  "GET /",
  "GET /v1",
  "GET /v1/",
  "GET /v2/websites",
  "GET /v1/website",
  "GET /v1/websites/",
  "GET /v1/Websites",
  "GET //v1/websites",
  "GET /v1/websites/1/feed-items",
  "DELETE /v1/plans/1",
  "GET /v1/__proto__",
])("answers 404 without a key: %s", async (route) => {
  expect(await call(route)).toEqual(NOWHERE);
});

const ONE = "00000000-0000-4000-8000-000000000000";

test.each([
  ["PUT /v1/websites", "GET, POST"],
  ["DELETE /v1/websites", "GET, POST"],
  ["OPTIONS /v1/businesses", "GET, POST"],
  [`PUT /v1/websites/${ONE}`, "GET, PATCH, DELETE"],
  [`POST /v1/competitors/${ONE}`, "GET, PATCH, DELETE"],
  ["POST /v1/businesses/no-uuid", "GET, PATCH, DELETE"],
  ["POST /v1/users", "GET"],
  ["GET /v1/onboarding", "POST"],
  ["POST /v1/plans", "GET"],
  ["HEAD /v1/feed-items", "GET"],
  ["PATCH /v1/webhooks", "GET, POST"],
  [`PATCH /v1/webhooks/${ONE}`, "GET, DELETE"],
  [`GET /v1/webhooks/${ONE}/deliveries/${ONE}/replay`, "POST"],
])("answers 405 without a key and says what the path takes: %s", async (route, allow) => {
  expect(await call(route)).toEqual(problem(405, "The path does not take this method", { allow }));
});

test("allows just the methods of the route table", async () => {
  const paths = [...new Set(routeKeys.map((route) => route.split(" ")[1] ?? ""))];
  for (const path of paths) {
    const methods = routeKeys
      .filter((route) => route.endsWith(` ${path}`))
      .map((route) => route.split(" ")[0]);
    const { status, headers } = await call(`TRACE ${path.replaceAll(/\{\w+\}/g, ONE)}`);
    expect([status, headers["allow"]]).toEqual([405, methods.join(", ")]);
  }
});
