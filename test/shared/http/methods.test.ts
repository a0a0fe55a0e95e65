import { expect, test } from "vitest";
import { call } from "../../support/api.ts";
import { problem, UUID } from "../../support/expected.ts";

const NOWHERE = problem(404, "There is nothing at this path");

test.each([
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
  ["PUT /v1/websites", "GET, HEAD, POST, OPTIONS"],
  ["DELETE /v1/websites", "GET, HEAD, POST, OPTIONS"],
  ["PUT /v1/websites/{website_uuid}", "GET, HEAD, PATCH, DELETE, OPTIONS"],
  ["POST /v1/competitors/{competitor_uuid}", "GET, HEAD, PATCH, DELETE, OPTIONS"],
  ["POST /v1/businesses/{business_uuid}", "GET, HEAD, PATCH, DELETE, OPTIONS"],
  ["POST /v1/users", "GET, HEAD, OPTIONS"],
  ["GET /v1/onboarding", "POST, OPTIONS"],
  ["POST /v1/plans", "GET, HEAD, OPTIONS"],
  ["PATCH /v1/webhooks", "GET, HEAD, POST, OPTIONS"],
  ["PATCH /v1/webhooks/{webhook_uuid}", "GET, HEAD, DELETE, OPTIONS"],
  ["GET /v1/webhooks/{webhook_uuid}/deliveries/{delivery_uuid}/replay", "POST, OPTIONS"],
  ["POST /health", "GET, HEAD, OPTIONS"],
])("answers 405 without a key and lists the allowed methods: %s", async (route, allow) => {
  expect(await call(route, { uuid: "no-uuid" })).toEqual(
    problem(405, "The path does not take this method", { allow }),
  );
});

test("HEAD on a path without GET is refused the same way, without a body", async () => {
  const { status, headers, body } = await call("HEAD /v1/onboarding");
  expect({ status, allow: headers["allow"], body }).toEqual({
    status: 405,
    allow: "POST, OPTIONS",
    body: null,
  });
});

test.each([
  ["OPTIONS /v1/websites/{website_uuid}", "GET, HEAD, PATCH, DELETE, OPTIONS"],
  ["OPTIONS /v1/onboarding", "POST, OPTIONS"],
])("answers OPTIONS without a key: %s", async (route, allow) => {
  expect(await call(route, { uuid: ONE })).toEqual({
    status: 204,
    headers: {
      allow,
      "cache-control": "no-store",
      vary: "accept-encoding",
      "x-content-type-options": "nosniff",
      "x-request-id": UUID,
    },
    body: null,
  });
});

test("OPTIONS of an unknown path answers 404", async () => {
  expect(await call("OPTIONS /v1/nothing")).toEqual(NOWHERE);
});
