import { beforeAll, describe, expect, test } from "vitest";
import { routeKeys } from "../../../shared/routes.ts";
import { call, callRaw } from "../../support/api.ts";
import { textOf } from "../../support/contract.ts";
import { businessBody, type Estate, makeBusiness, makeEstate } from "../../support/factories.ts";
import { acceptedRequest } from "../../support/requests.ts";

let estate: Estate;

beforeAll(async () => {
  estate = await makeEstate();
  for (let count = 0; count < 3; count += 1) await makeBusiness(estate.reseller, estate.user);
});

async function listBusinesses(headers: Record<string, string> = {}) {
  const { key } = estate.reseller;
  return await callRaw("GET /v1/businesses", { key, query: { userUuid: estate.user }, headers });
}

describe.each(["br", "gzip"])("%s", (coding) => {
  test("is what a long body comes in, for who takes it", async () => {
    const plain = await listBusinesses();
    const compressed = await listBusinesses({ "accept-encoding": coding });
    expect(compressed).toMatchObject({
      isBase64Encoded: true,
      headers: {
        "content-encoding": coding,
        "content-type": "application/json",
        vary: "accept-encoding",
      },
    });
    expect(textOf(compressed)).toBe(plain.body);
    expect(compressed.body?.length).toBeLessThan((plain.body?.length ?? 0) / 2);
  });

  test("has a tag of its own, by which it is 304", async () => {
    const plain = (await listBusinesses()).headers?.["etag"];
    const accepting = { "accept-encoding": coding };
    const etag = String((await listBusinesses(accepting)).headers?.["etag"]);
    expect(etag).toBe(String(plain).replace(/"$/, `-${coding}"`));
    const again = await listBusinesses({ ...accepting, "if-none-match": etag });
    expect([again.statusCode, again.body, again.headers?.["etag"]]).toEqual([304, undefined, etag]);
    expect(again.headers?.["content-encoding"]).toBeUndefined();
  });
});

const kept = routeKeys.filter((route) => !route.startsWith("DELETE "));

test.each(kept)("%s answers a compressed body to who takes nothing else", async (route) => {
  const headers = { "accept-encoding": "identity;q=0, gzip" };
  const response = await callRaw(route, { ...acceptedRequest(route, estate), headers });
  expect(response).toMatchObject({ statusCode: 200, headers: { "content-encoding": "gzip" } });
  expect(JSON.parse(textOf(response))).toMatchObject({ data: expect.anything() });
});

test("an error is compressed as well", async () => {
  const headers = { "accept-encoding": "identity;q=0, br" };
  const response = await callRaw("GET /v1/plans", { headers });
  expect(JSON.parse(textOf(response))).toMatchObject({ code: 401 });
  expect(response.headers).toMatchObject({ "content-encoding": "br" });
});

test("what compression would make larger is sent as it is", async () => {
  const { key } = estate.reseller;
  const random = () =>
    String.fromCodePoint(
      ...crypto.getRandomValues(new Uint8Array(250)).map((each) => 33 + (each % 94)),
    );
  const products = Array.from({ length: 100 }, random);
  const body = { ...businessBody, products };
  const headers = { "accept-encoding": "gzip, br" };
  const query = { userUuid: estate.user };
  const response = await callRaw("POST /v1/businesses", { key, query, body, headers });
  expect(response.statusCode).toBe(200);
  expect(response.isBase64Encoded).toBeUndefined();
  const { uuid } = JSON.parse(response.body ?? "").data;
  const read = await callRaw("GET /v1/businesses/{business_uuid}", { key, uuid, headers });
  expect(read.headers?.["etag"]).toMatch(/^"[\w-]{43}"$/);
  expect(read.body).toContain('"data"');
});

describe("links", () => {
  async function listPage(query: Record<string, string>) {
    const { key } = estate.reseller;
    return await call("GET /v1/businesses", { key, query: { userUuid: estate.user, ...query } });
  }

  test("lead to the pages of meta", async () => {
    const { headers, body } = await listPage({ per_page: "1", page: "2" });
    const { first_page_url, prev_page_url, next_page_url, last_page_url } = body.meta;
    expect(headers["link"]).toBe(
      `<${first_page_url}>; rel="first", <${prev_page_url}>; rel="prev", <${next_page_url}>; rel="next", <${last_page_url}>; rel="last"`,
    );
    expect(next_page_url).toBe(
      `https://api.example.com/v1/businesses?userUuid=${estate.user}&per_page=1&page=3`,
    );
  });

  test("leave out what there is not", async () => {
    const { link } = (await listPage({})).headers;
    expect(String(link).match(/rel="\w+"/g)).toEqual(['rel="first"', 'rel="last"']);
  });

  test("leave room for the other headers", async () => {
    const { length } = String((await listPage({ extra: "" })).headers["link"]);
    // There are two: to the first page, and to the last.
    const [fits, doesNot] = [0, 1].map((more) =>
      "x".repeat(Math.floor((4000 - length) / 2) + more),
    );
    expect((await listPage({ extra: fits ?? "" })).headers["link"]).toBeDefined();
    expect((await listPage({ extra: doesNot ?? "" })).headers["link"]).toBeUndefined();
  });
});
