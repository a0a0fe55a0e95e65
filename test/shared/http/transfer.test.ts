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

test.each(routeKeys)("%s answers a compressed body to who takes nothing else", async (route) => {
  const headers = { "accept-encoding": "identity;q=0, gzip" };
  const response = await callRaw(route, { ...acceptedRequest(route, await makeEstate()), headers });
  expect(response).toMatchObject({ statusCode: 200, headers: { "content-encoding": "gzip" } });
  expect(JSON.parse(textOf(response))).toMatchObject(
    route.startsWith("GET ") ? { data: expect.anything() } : { success: true },
  );
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
  const URL = "https://api.example.com/v1/businesses";

  async function linksOf(query: Record<string, string>) {
    const { key } = estate.reseller;
    const request = { key, query: { userUuid: estate.user, ...query } };
    return (await call("GET /v1/businesses", request)).headers["link"];
  }

  test("lead to the pages of meta", async () => {
    const url = (page: number) => `<${URL}?userUuid=${estate.user}&per_page=1&page=${page}>`;
    expect(await linksOf({ per_page: "1", page: "2" })).toMatch(
      new RegExp(
        `^${url(1)}; rel="first", ${url(1)}; rel="prev", ${url(3)}; rel="next", ${url(4)}; rel="last"$`.replaceAll(
          "?",
          "\\?",
        ),
      ),
    );
  });

  test("leave out what there is not", async () => {
    const links = String(await linksOf({}));
    expect(links.match(/rel="\w+"/g)).toEqual(['rel="first"', 'rel="last"']);
  });

  test("leave room for the other headers", async () => {
    expect(await linksOf({ extra: "x".repeat(1800) })).toBeDefined();
    expect(await linksOf({ extra: "x".repeat(2000) })).toBeUndefined();
  });
});
