import middy from "@middy/core";
import type { Context, APIGatewayProxyStructuredResultV2 as Response } from "aws-lambda";
import { beforeAll, describe, expect, test } from "vitest";
import type { ApiEvent } from "../../../shared/http/event.ts";
import { transfer } from "../../../shared/http/transfer.ts";
import { callRaw, eventFor } from "../../support/api.ts";
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

test("HEAD has the headers of GET and no body", async () => {
  const request = acceptedRequest("GET /v1/businesses", estate);
  const { body, headers, ...read } = await callRaw("GET /v1/businesses", request);
  expect(body).toContain('"data"');
  expect(await callRaw("HEAD /v1/businesses", request)).toEqual({
    ...read,
    headers: { ...headers, "x-request-id": expect.any(String) },
  });
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

const COMMON = { "x-content-type-options": "nosniff", "x-request-id": expect.any(String) };

describe("a response that is compressed already", () => {
  const asset = {
    statusCode: 200,
    headers: { "content-encoding": "br", vary: "host" },
    body: Buffer.from("x".repeat(1000)).toString("base64"),
    isBase64Encoded: true,
  };

  test("goes as it is, and says what it varies by", async () => {
    const headers = { ...asset.headers, ...COMMON, vary: "host, accept-encoding" };
    expect(await sent(asset, { "accept-encoding": "gzip, br" })).toEqual({ ...asset, headers });
  });

  test("has no body for HEAD", async () => {
    const headers = { ...asset.headers, ...COMMON, vary: "host, accept-encoding" };
    expect(await sent(asset, {}, "HEAD")).toEqual({ statusCode: 200, headers });
  });
});
