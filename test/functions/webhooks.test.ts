import { beforeEach, describe, expect, test } from "vitest";
import { Reseller } from "../../shared/entities/reseller.ts";
import { call } from "../support/api.ts";
import { invalid, notFound, ok, TIMESTAMP, UUID } from "../support/expected.ts";
import { makeReseller, makeWebhook, type TestReseller } from "../support/factories.ts";

const DELETE = "DELETE /v1/webhooks/{webhook_uuid}";
const ENDPOINT = "https://hooks.example.com/in?from=monitoring#here";

let reseller: TestReseller;
let key: string;

beforeEach(async () => {
  reseller = await makeReseller();
  key = reseller.key;
});

function webhook(endpoint: string) {
  return { uuid: UUID, endpoint, created_at: TIMESTAMP, updated_at: TIMESTAMP };
}

function create(body: unknown) {
  return call("POST /v1/webhooks", { key, body });
}

describe("POST /v1/webhooks", () => {
  test.each([
    { body: { hostname: ENDPOINT } },
    { body: { endpoint: ENDPOINT } },
    { body: { hostname: "http://other.example", endpoint: ENDPOINT } },
  ])("makes the endpoint of $body", async ({ body }) => {
    const response = await create(body);
    const data = webhook(ENDPOINT);
    expect(response).toEqual(ok({ message: "Webhook created", success: true, data }));
    expect(response.body.data.updated_at).toBe(response.body.data.created_at);
    expect(await call("GET /v1/webhooks", { key })).toEqual(ok({ data: [response.body.data] }));
  });

  test.each([
    "http://hooks.example.com",
    "HTTPS://hooks.example.com:8443/",
    `https://example.com/${"p".repeat(235)}`,
  ])("takes the URL %s as it is", async (endpoint) => {
    expect((await create({ endpoint })).body.data).toEqual(webhook(endpoint));
  });

  test.each([
    ["hooks.example.com", "format"],
    ["ftp://hooks.example.com", "format"],
    ["https://", "format"],
    ["http:", "format"],
    ["javascript:alert(1)", "format"],
    ["https://hooks.example.com/a b", "format"],
    ["https://user:password@hooks.example.com", "format"],
    [`https://example.com/${"p".repeat(236)}`, "length"],
    ["", "required"],
    [null, "type"],
    [["https://hooks.example.com"], "type"],
  ])("refuses %j: %s", async (value, rule) => {
    const text = expect.any(String);
    expect(await create({ hostname: value })).toEqual(invalid({ hostname: { [rule]: text } }));
    expect(await create({ endpoint: value })).toEqual(invalid({ endpoint: { [rule]: text } }));
  });

  test("needs one of the two", async () => {
    expect(await create({})).toEqual(invalid({ hostname: { required: "Hostname is required" } }));
  });

  test("takes 1,000 webhooks of a reseller and no more", async () => {
    await Reseller.patch({ uuid: reseller.uuid }).set({ webhook_count: 999 }).go();
    const { data } = (await create({ hostname: ENDPOINT })).body;
    const max = "There can be 1000 webhooks at most";
    expect(await create({ hostname: ENDPOINT })).toEqual(invalid({ hostname: { max } }));
    expect(await create({ endpoint: ENDPOINT })).toEqual(invalid({ endpoint: { max } }));
    await call(DELETE, { key, uuid: data.uuid });
    expect(await create({ hostname: ENDPOINT })).toMatchObject({ status: 200 });
  });
});

describe("GET /v1/webhooks", () => {
  test("lists the reseller's webhooks, oldest first", async () => {
    const uuids = [await makeWebhook(reseller), await makeWebhook(reseller)];
    await makeWebhook(await makeReseller());
    const data = uuids.map((uuid) => ({ ...webhook("https://hooks.example.com/in"), uuid }));
    expect(await call("GET /v1/webhooks", { key })).toEqual(ok({ data }));
  });

  test("lists nothing where there is nothing", async () => {
    expect(await call("GET /v1/webhooks", { key })).toEqual(ok({ data: [] }));
  });
});

describe("DELETE /v1/webhooks/{webhook_uuid}", () => {
  test("deletes a webhook at once, and once", async () => {
    const uuid = await makeWebhook(reseller);
    expect(await call(DELETE, { key, uuid })).toEqual(
      ok({ success: true, message: "Webhook deleted" }),
    );
    expect(await call(DELETE, { key, uuid })).toEqual(notFound("webhooks"));
    expect(await call("GET /v1/webhooks", { key })).toEqual(ok({ data: [] }));
  });
});
