import { beforeAll, describe, expect, test } from "vitest";
import { newUuid } from "../../../shared/platform/uuid.ts";
import { call, callForBytes, callRaw } from "../../support/api.ts";
import { costOf, standStill } from "../../support/cost.ts";
import { ok, problem } from "../../support/expected.ts";
import { type Estate, makeEstate, makeKey } from "../../support/factories.ts";
import { acceptedRequest } from "../../support/requests.ts";
import { routeKeys } from "../../support/routeKeys.ts";
import { thoroughly } from "../../support/runs.ts";
import { snapshotOf } from "../../support/snapshot.ts";

const PLANS = "GET /v1/plans";
const SECRET = "GET /v1/webhooks/{webhook_uuid}/secret";
const CONTACT = "Your contact at the provider";
const NO_WRITES = problem(
  403,
  `This API key is read-only: it can be used for GET and HEAD. ${CONTACT} issues keys that can change something.`,
);
const NO_SECRETS = problem(
  403,
  `This API key is read-only: it is told no secrets. ${CONTACT} issues keys that are.`,
);
const notFrom = (address: string) =>
  problem(403, `This API key is not accepted from ${address}. ${CONTACT} can allow this address.`);

let estate: Estate;
let uuid: string;
let readOnly: string;

beforeAll(async () => {
  estate = await makeEstate();
  ({ uuid } = estate.reseller);
  readOnly = await makeKey(uuid, { is_read_only: true });
});

const isRead = (route: string) => route.startsWith("GET ") && route !== SECRET;

describe("a read-only key", () => {
  test.each(thoroughly(routeKeys.filter(isRead)))(
    "gets of %s what other keys get",
    async (route) => {
      const request = acceptedRequest(route, estate);
      const answer = await callForBytes(route, { ...request, key: readOnly });
      if (route === "GET /v1/account") expect(answer).toContain('\\"is_read_only\\":true');
      else expect(answer).toBe(await callForBytes(route, request));
      const head = route.replace("GET ", "HEAD ");
      expect((await callRaw(head, { ...request, key: readOnly })).statusCode).toBe(200);
    },
  );

  test("is refused by all other routes, and nothing is done", async () => {
    const records = async () =>
      Object.entries(await snapshotOf(uuid)).filter(([key]) => !key.startsWith("rate#"));
    const before = await records();
    for (const route of routeKeys.filter((each) => !each.startsWith("GET "))) {
      const request = { ...acceptedRequest(route, estate), key: readOnly };
      const headers = { "idempotency-key": "1" };
      const others = [
        { ...request, headers },
        { ...request, body: "{" },
        { ...request, body: "x".repeat(256 * 1024 + 1), headers: { "content-type": "text/plain" } },
        { ...request, uuid: newUuid(), query: {} },
        { ...request, uuid: "no-uuid", query: {} },
      ];
      for (const each of [request, ...others]) expect(await call(route, each)).toEqual(NO_WRITES);
    }
    expect(await records()).toEqual(before);
  });

  test("can't read a webhook's secret by GET or HEAD, or learn whether the webhook exists", async () => {
    const { webhook } = estate;
    expect(await call(SECRET, { key: readOnly, uuid: webhook })).toEqual(NO_SECRETS);
    expect(await call(SECRET, { key: readOnly, uuid: newUuid() })).toEqual(NO_SECRETS);
    const head = await callRaw(SECRET.replace("GET", "HEAD"), { key: readOnly, uuid: webhook });
    expect(head.statusCode).toBe(403);
    const { status } = await call(SECRET, { key: estate.reseller.key, uuid: webhook });
    expect(status).toBe(200);
  });

  test("does not get the stored answer to another key's POST", async () => {
    const request = {
      body: { hostname: "https://x.example" },
      headers: { "idempotency-key": "k" },
    };
    const { status } = await call("POST /v1/webhooks", { ...request, key: estate.reseller.key });
    expect(status).toBe(200);
    expect(await call("POST /v1/webhooks", { ...request, key: readOnly })).toEqual(NO_WRITES);
  });
});

describe("a key with an allow-list", () => {
  const allowed_ips = ["203.0.113.0/24", "2001:db8::/32"];
  let key: string;

  beforeAll(async () => {
    key = await makeKey(uuid, { allowed_ips });
  });

  test.each([
    "203.0.113.0",
    "203.0.113.255",
    "::ffff:203.0.113.7",
    "::ffff:cb00:7107",
    "2001:db8::1",
    "2001:0DB8:ffff:ffff:ffff:ffff:ffff:ffff",
  ])("is accepted from %s", async (sourceIp) => {
    expect((await call(PLANS, { key, sourceIp })).status).toBe(200);
  });

  test.each([
    "203.0.114.0",
    "203.0.112.255",
    "::ffff:203.0.114.0",
    "2001:db9::",
    "64:ff9b::cb00:7107",
    "127.0.0.1",
    "",
    "unknown",
  ])("is refused from %j, which the answer names", async (sourceIp) => {
    expect(await call(PLANS, { key, sourceIp })).toEqual(notFrom(sourceIp));
  });

  test.each(thoroughly([...routeKeys, "HEAD /v1/users"]))(
    "is refused elsewhere by %s, without a read",
    async (route) => {
      const request = { ...acceptedRequest(route.replace("HEAD ", "GET "), estate), key };
      standStill();
      await callRaw(PLANS, { key });
      let status: number | undefined;
      const cost = await costOf(async () => {
        status = (await callRaw(route, { ...request, sourceIp: "198.51.100.7" })).statusCode;
      });
      expect({ status, commands: cost.commands }).toEqual({ status: 403, commands: [] });
    },
  );

  test("is not fooled by headers", async () => {
    const address = "203.0.113.7";
    const headers = {
      "x-forwarded-for": address,
      forwarded: `for=${address}`,
      "x-real-ip": address,
      "true-client-ip": address,
    };
    const request = { key, headers, sourceIp: "198.51.100.7" };
    expect(await call(PLANS, request)).toEqual(notFrom("198.51.100.7"));
  });

  test("says where it comes from before it says that it is read-only", async () => {
    const both = await makeKey(uuid, { allowed_ips, is_read_only: true });
    const request = { key: both, body: {} };
    expect(await call("POST /v1/webhooks", request)).toEqual(notFrom("127.0.0.1"));
    const inside = { ...request, sourceIp: "203.0.113.7" };
    expect(await call("POST /v1/webhooks", inside)).toEqual(NO_WRITES);
  });

  test("of nothing is accepted from nowhere", async () => {
    const none = await makeKey(uuid, { allowed_ips: [] });
    expect(await call(PLANS, { key: none })).toEqual(notFrom("127.0.0.1"));
  });
});

describe("a key that ends", () => {
  const expires_at = "2199-01-31T09:30:00+00:00";

  test("says so with each answer, errors too", async () => {
    const key = await makeKey(uuid, { expires_at });
    const good = await call(PLANS, { key });
    expect(good.headers).toMatchObject({ "x-api-key-expires-at": expires_at });
    const bad = await call("GET /v1/websites/{website_uuid}", { key, uuid: newUuid() });
    expect(bad).toMatchObject({ status: 404, headers: { "x-api-key-expires-at": expires_at } });
  });

  test("has no such header if it never ends", async () => {
    const answer = await call("GET /v1/webhooks", { key: estate.reseller.key });
    expect(answer).toEqual(ok(answer.body));
    expect(answer.headers).not.toHaveProperty("x-api-key-expires-at");
  });
});
