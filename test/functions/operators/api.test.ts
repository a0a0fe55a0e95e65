import { beforeEach, expect, test } from "vitest";
import { handler } from "../../../functions/operators/index.ts";
import { call } from "../../support/api.ts";
import { makeEstate } from "../../support/factories.ts";
import { refusal, run } from "./run.ts";

let estate: Awaited<ReturnType<typeof makeEstate>>;
let reseller_uuid: string;

beforeEach(async () => {
  estate = await makeEstate();
  reseller_uuid = estate.reseller.uuid;
});

/** Calls a route in the name of the estate's reseller. */
function api(method: string, path: string, body?: object) {
  return { reseller_uuid, method, path, ...(body && { body: JSON.stringify(body) }) };
}

test("answers a GET as the API does, with the query", async () => {
  const query = { userUuid: estate.user, per_page: "1", page: "2" };
  const { body } = await call("GET /v1/businesses", { key: estate.reseller.key, query });
  const result = await run("api", api("GET", `/v1/businesses?${new URLSearchParams(query)}`));
  expect(result.data).toStrictEqual(body.data);
  expect(result.meta.total).toBe(2);
});

test("changes a record as the API does", async () => {
  const path = `/v1/businesses/${estate.business}`;
  const { data } = await run("api", api("PATCH", path, { name: "Renamed" }));
  expect(data.name).toBe("Renamed");
  expect((await run("api", api("GET", path))).data.name).toBe("Renamed");
  const websites = `/v1/websites?businessUuid=${estate.business}`;
  await run("api", api("POST", websites, { hostname: "new.example" }));
  expect((await run("api", api("GET", websites))).meta.total).toBe(2);
});

test("refuses what the API refuses, with the API's answer", async () => {
  const path = `/v1/businesses/${estate.business}`;
  expect(await refusal("api", api("PATCH", path, { name: "x".repeat(100) }))).toBe(
    'The API answers 422: {"success":false,"message":"error","errors":{"name":{"length":"Business name must be < 100 characters"}}}.',
  );
});

test.each([null, "GET /v1/users", []])("refuses the input %j", async (input: unknown) => {
  const response = await handler({ command: "api", input: input as Record<string, unknown> });
  expect(response).toEqual({ ok: false, message: "The input must be an object." });
});

test("does not reach another reseller's record", async () => {
  const foreign = await makeEstate();
  expect(await refusal("api", api("DELETE", `/v1/websites/${foreign.website}`))).toBe(
    'The API answers 404: {"code":404,"message":"Record not found in table \\"websites\\""}.',
  );
});

test.each(["__proto__", "%E0%A4%A"])("refuses the path %j like an unknown id", async (id) => {
  expect(await refusal("api", api("GET", `/v1/websites/${id}`))).toMatch(
    /^The API (answers 404|has no route)/,
  );
});

test.each([
  ["GET", "secret"],
  ["POST", "secret/rotate"],
])("shows no secret: %s %s", async (method, end) => {
  const path = `/v1/webhooks/${estate.webhook}/${end}`;
  expect(await refusal("api", api(method, path))).toBe("Operators can't see resellers' secrets.");
});
