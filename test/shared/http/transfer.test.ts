import { randomBytes } from "node:crypto";
import middy from "@middy/core";
import type { Context, APIGatewayProxyStructuredResultV2 as Response } from "aws-lambda";
import { beforeAll, describe, expect, test } from "vitest";
import type { ApiEvent } from "../../../shared/http/event.ts";
import { transfer } from "../../../shared/http/transfer.ts";
import { callRaw, eventFor } from "../../support/api.ts";
import { textOf } from "../../support/contract.ts";
import { businessBody, type Estate, makeBusiness, makeEstate } from "../../support/factories.ts";
import { acceptedRequest } from "../../support/requests.ts";
import { routeKeys } from "../../support/routeKeys.ts";
import { thoroughly } from "../../support/runs.ts";

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
  test("compresses a long body for a client that accepts it", async () => {
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
});

const kept = routeKeys.filter((route) => !route.startsWith("DELETE "));

test.each(thoroughly(kept))(
  "%s answers a compressed body to a client that takes nothing else",
  async (route) => {
    const headers = { "accept-encoding": "identity;q=0, gzip" };
    const response = await callRaw(route, { ...acceptedRequest(route, estate), headers });
    expect(response).toMatchObject({ statusCode: 200, headers: { "content-encoding": "gzip" } });
    expect(JSON.parse(textOf(response))).toMatchObject({ data: expect.anything() });
  },
);

test("HEAD has the headers of GET and no body", async () => {
  const request = acceptedRequest("GET /v1/businesses", estate);
  const { body, headers, ...read } = await callRaw("GET /v1/businesses", request);
  expect(body).toContain('"data"');
  expect(await callRaw("HEAD /v1/businesses", request)).toEqual({
    ...read,
    headers: { ...headers, "x-request-id": expect.any(String) },
  });
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
  expect(read.body).toContain('"data"');
});

/** What becomes of an endpoint's response where a GET was sent with these headers. */
async function sent(response: Response, headers: Record<string, string> = {}, method = "GET") {
  const handler = middy<ApiEvent, Response>()
    .use(transfer())
    .handler(async () => response);
  return await handler(eventFor(`${method} /v1/plans`, { headers }) as ApiEvent, {} as Context);
}

const NO_GUESSING = { "x-content-type-options": "nosniff" };

describe("a response that is compressed already", () => {
  const asset = {
    statusCode: 200,
    headers: { "content-encoding": "br", vary: "host" },
    body: Buffer.from("x".repeat(1000)).toString("base64"),
    isBase64Encoded: true,
  };

  test("goes as it is, and says what it varies by", async () => {
    const headers = { ...asset.headers, ...NO_GUESSING, vary: "host, accept-encoding" };
    expect(await sent(asset, { "accept-encoding": "gzip, br" })).toEqual({ ...asset, headers });
  });

  test("has no body for HEAD", async () => {
    const { body: _, isBase64Encoded: __, ...head } = await sent(asset);
    expect(await sent(asset, {}, "HEAD")).toEqual(head);
  });
});

test("a body that compression makes larger is compressed on demand below a megabyte only", async () => {
  // Base64 of what is random: six bits a byte, and base64 again takes more than is saved.
  const body = randomBytes(750_000).toString("base64");
  const headers = { "accept-encoding": "gzip, identity;q=0" };
  expect(body).toHaveLength(1_000_000);
  expect((await sent({ statusCode: 200, body }, headers)).isBase64Encoded).toBeUndefined();
  const below = await sent({ statusCode: 200, body: body.slice(1) }, headers);
  expect(below.isBase64Encoded).toBe(true);
  expect(below.body?.length).toBeGreaterThan(body.length);
});
