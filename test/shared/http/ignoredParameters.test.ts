import { beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import type * as z from "zod/mini";
import { readEndpoints } from "../../../functions/reference/document/endpoints.ts";
import { call } from "../../support/api.ts";
import { endpoints, queryParameters } from "../../support/endpoints.ts";
import { type Estate, makeEstate } from "../../support/factories.ts";
import { acceptedRequest } from "../../support/requests.ts";
import { routeKeys } from "../../support/routeKeys.ts";
import { thoroughly } from "../../support/runs.ts";

const strictLists = routeKeys.filter((route) => endpoints.get(route)?.isStrict);

let estate: Estate;

beforeAll(async () => {
  estate = await makeEstate();
});

async function ignoredOf(route: string, query: Record<string, string>, of = estate) {
  const request = acceptedRequest(route, of);
  const { status, headers } = await call(route, {
    ...request,
    query: { ...request.query, ...query },
  });
  return [status, headers["x-ignored-parameters"]];
}

const routes = routeKeys.filter(
  (route) => !route.startsWith("DELETE ") && !strictLists.includes(route),
);

test.each(thoroughly(routes))(
  "%s names a parameter that it does not know, and only that",
  async (route) => {
    const existing: Record<string, string> = queryParameters(route).includes("page")
      ? { page: "1" }
      : {};
    expect(await ignoredOf(route, { pageSize: "7", ...existing, sort: "name" })).toEqual([
      200,
      "pageSize, sort",
    ]);
    // A website is checked once a minute. A deletion is restored once, and a prospect becomes one customer.
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 61_000 });
    onTestFinished(() => void vi.useRealTimers());
    const of = /\/(restore|customer)$/.test(route) ? await makeEstate() : estate;
    expect(await ignoredOf(route, existing, of)).toEqual([200, undefined]);
  },
);

test("a deletion names it as well", async () => {
  const route = "DELETE /v1/webhooks/{webhook_uuid}";
  expect(await ignoredOf(route, { force: "1" }, await makeEstate())).toEqual([200, "force"]);
});

test("a refused request names them too: a misspelt one may be why", async () => {
  const { key } = estate.reseller;
  const query = { businessUUID: estate.business };
  const { status, headers } = await call("GET /v1/websites", { key, query });
  expect([status, headers["x-ignored-parameters"]]).toEqual([422, "businessUUID"]);
});

/** The lists of the specification, which ignore what they do not know. */
const OPEN_LISTS = [
  "users",
  "businesses",
  "websites",
  "competitors",
  "plans",
  "feed-items",
  "webhooks",
];

test("every list that was added is strict, and only these", async () => {
  const lists = (await readEndpoints()).filter(({ route, response }) => {
    const { shape } = (response() as z.ZodMiniObject).def;
    return route.startsWith("GET ") && (shape["data"] as z.ZodMiniType).def.type === "array";
  });
  const added = lists.map(({ route }) => route);
  const others = added.filter((route) => !OPEN_LISTS.includes(route.replace("GET /v1/", "")));
  expect(others.toSorted()).toEqual(strictLists.toSorted());
});

test.each(strictLists)("%s refuses a parameter that it does not know", async (route) => {
  const { query, ...request } = acceptedRequest(route, estate);
  const misspelt = { ...query, user_uuid: "7", constructor: "1" };
  const options = "This list has no such parameter";
  const errors = Object.fromEntries(
    ["user_uuid", "constructor"].map((name) => [name, { options }]),
  );
  const refused = await call(route, { ...request, query: misspelt });
  expect([refused.status, refused.body]).toEqual([
    422,
    { success: false, message: "error", errors },
  ]);
  const faulty = await call(route, { ...request, query: { ...misspelt, per_page: "0" } });
  expect(faulty.body.errors).toMatchObject(errors);
  for (const prefer of ["handling=lenient", 'respond-async, Handling="lenient"; x=1']) {
    const headers = { ...request.headers, prefer };
    const { status } = await call(route, { ...request, query: misspelt, headers });
    expect(status).toBe(200);
  }
  const headers = { ...request.headers, prefer: "handling=strict" };
  expect((await call(route, { ...request, query: misspelt, headers })).status).toBe(422);
});

describe("names", () => {
  test.each([
    ["a b", "a%20b"],
    ["a,b", "a%2Cb"],
    ["x\r\nset-cookie: a=b", "x%0D%0Aset-cookie%3A%20a%3Db"],
    ["\u0000\u007f", "%00%7F"],
    ["größe", "gr%C3%B6%C3%9Fe"],
    ["\ud800", "%EF%BF%BD"],
    ["__proto__", "__proto__"],
    ["constructor", "constructor"],
  ])("%j is written %s", async (name, written) => {
    const query = Object.fromEntries([[name, "1"]]);
    expect(await ignoredOf("GET /v1/plans", query)).toEqual([200, written]);
  });

  test("are cut after 1,000 characters", async () => {
    const [longest, longer] = ["x".repeat(1000), "x".repeat(1001)];
    expect(await ignoredOf("GET /v1/plans", { [longest]: "1" })).toEqual([200, longest]);
    expect(await ignoredOf("GET /v1/plans", { [longer]: "1" })).toEqual([200, `${longest}...`]);
  });
});

test("the log line of the request names them", async () => {
  const write = vi.spyOn(process.stdout, "write").mockReturnValue(true);
  await ignoredOf("GET /v1/plans", { "sort by": "secret" });
  const line = write.mock.calls.join("");
  write.mockRestore();
  expect(JSON.parse(line)).toMatchObject({ ignored_parameters: "sort%20by" });
  expect(line).not.toContain("secret");
});
