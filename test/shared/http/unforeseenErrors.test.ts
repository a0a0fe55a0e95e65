import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ApiKey } from "../../../shared/entities/apiKey.ts";
import { allRoutes, call } from "../../support/api.ts";
import { problem } from "../../support/expected.ts";
import { type Estate, makeEstate, makeKey, onboardingBody } from "../../support/factories.ts";
import { interceptRequests } from "../../support/interceptRequests.ts";

const INTERNAL = problem(500, "Internal server error");
const SECRET = "Requested resource not found: Table: reseller-monitoring";

let estate: Estate;
let endFailures = () => {};

beforeEach(async () => {
  estate = await makeEstate();
  for (const route of ["GET /v1/plans", "GET /v1/webhooks"]) {
    await call(route, { key: estate.reseller.key });
  }
});

afterEach(() => {
  endFailures();
  vi.restoreAllMocks();
});

const bodies: Record<string, unknown> = {
  "POST /v1/onboarding": onboardingBody(),
  "POST /v1/businesses": { name: "N", industry: "", products: [] },
};

test.each(allRoutes)("%s answers 500 and tells nothing when the table fails", async (route) => {
  const { reseller, user: userUuid, business: businessUuid, website: websiteUuid } = estate;
  const body = /^(POST|PATCH)/.test(route)
    ? (bodies[route] ?? { hostname: "https://example.com" })
    : undefined;
  const uuid = businessUuid;
  const query = { userUuid, businessUuid, websiteUuid };
  endFailures = interceptRequests(() => {
    throw Object.assign(new Error(SECRET), { name: "ResourceNotFoundException" });
  });
  expect(await call(route, { key: reseller.key, uuid, query, body })).toEqual(INTERNAL);
});

test("the log says what the response does not", async () => {
  const write = vi.spyOn(process.stdout, "write").mockReturnValue(true);
  endFailures = interceptRequests((command) => {
    if (command === "Query") throw new Error(SECRET);
  });
  await call("GET /v1/webhooks", { key: estate.reseller.key });
  const lines = write.mock.calls.map(([line]) => JSON.parse(String(line)));
  expect(lines).toMatchObject([
    { level: "error", message: "unforeseen error", stack: expect.stringContaining(SECRET) },
    { level: "info", message: "request", status: 500 },
  ]);
});

test("a request is served when the use of its key can't be noted", async () => {
  const key = await makeKey(estate.reseller.uuid);
  endFailures = interceptRequests((command) => {
    if (command === "Update") throw new Error(SECRET);
  });
  expect(await call("GET /v1/plans", { key })).toMatchObject({ status: 200 });
});

test("a request is refused with 500, not 401, when its key can't be read", async () => {
  const key = await makeKey(estate.reseller.uuid);
  vi.spyOn(ApiKey, "get").mockImplementation(() => {
    throw new Error(SECRET);
  });
  expect(await call("GET /v1/plans", { key })).toEqual(INTERNAL);
});
