import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { Reseller } from "../../../../shared/entities/reseller.ts";
import { take } from "../../../../shared/limits/rates.ts";
import { identifyApiKey } from "../../../../shared/platform/apiKey.ts";
import { call } from "../../../support/api.ts";
import { ok, TIMESTAMP, unauthorized } from "../../../support/expected.ts";
import {
  makeKey,
  makeReseller,
  makeUser,
  makeWebhook,
  type TestReseller,
} from "../../../support/factories.ts";

const ROUTE = "GET /v1/account";

let reseller: TestReseller;
let uuid: string;

beforeEach(async () => {
  reseller = await makeReseller();
  ({ uuid } = reseller);
});

/** The account of a new reseller, as fetched with this key. */
function expected(key: string, more: object = {}) {
  return {
    uuid,
    name: "Test reseller",
    language: "en",
    timezone: "UTC",
    branding: {
      ...{ sender_name: "Test reseller", colour: "#1f5fbf", logo_url: null, link: null },
    },
    api_key: {
      uuid: identifyApiKey(key).uuid,
      name: "test",
      is_test: false,
      is_read_only: false,
      allowed_ips: null,
      created_at: TIMESTAMP,
      expires_at: null,
      last_used_at: TIMESTAMP,
    },
    record_limits: {
      users: { count: 0, max: 100_000 },
      businesses: { count: 0, max: 100_000 },
      websites: { count: 0, max: 100_000 },
      webhooks: { count: 0, max: 20 },
      shares: { count: 0, max: 1_000_000 },
      prospects_per_day: { count: 0, max: 100 },
      websites_per_business: { max: 1_000 },
      competitors_per_business: { max: 1_000 },
    },
    request_limits: {
      reads_per_minute: null,
      writes_per_minute: null,
      deliveries_per_minute: null,
    },
    mail: { per_day: { count: 0, max: 1000 }, not_sent_today: 0 },
    ...more,
  };
}

test("shows the account, the key's rights and the limits of records", async () => {
  const { key } = reseller;
  expect(await call(ROUTE, { key })).toEqual(ok({ data: expected(key) }));
});

test("shows all settings of the key", async () => {
  const api_key = {
    is_read_only: true,
    allowed_ips: ["127.0.0.0/8"],
    expires_at: "2199-01-31T09:30:00+00:00",
  };
  const key = await makeKey(uuid, api_key);
  const { body } = await call(ROUTE, { key });
  expect(body.data.api_key).toEqual({ ...expected(key).api_key, ...api_key });
});

test("shows the counts and the limits that an operator set", async () => {
  await Reseller.patch({ uuid })
    .set({ max_users: 5, max_websites: 7, max_websites_per_business: 3 })
    .go();
  await makeUser(reseller);
  await makeUser(reseller);
  await makeWebhook(reseller);
  const { body } = await call(ROUTE, { key: reseller.key });
  expect(body.data.record_limits).toMatchObject({
    users: { count: 2, max: 5 },
    businesses: { count: 2, max: 100_000 },
    websites: { count: 2, max: 7 },
    webhooks: { count: 1, max: 20 },
    websites_per_business: { max: 3 },
  });
});

test("shows the request limits and what the requests of the last minute count", async () => {
  const limits = { reads_per_minute: 50, writes_per_minute: 2, deliveries_per_minute: 30 };
  const { key, uuid: reseller_uuid } = await makeReseller(limits);
  await take({ reseller_uuid, kind: "deliveries" }, { cost: 4, now: Date.now() });
  await call("POST /v1/webhooks", { key, body: { endpoint: "https://hooks.example.com/in" } });
  await call("GET /v1/plans", { key });
  const { body } = await call(ROUTE, { key });
  expect(body.data.request_limits).toEqual({
    reads_per_minute: { count: 2, max: 50 },
    writes_per_minute: { count: 1, max: 2 },
    deliveries_per_minute: { count: 4, max: 30 },
  });
});

test("answers 401 after the reseller is deleted, while its key is still cached", async () => {
  const { key } = reseller;
  await call(ROUTE, { key });
  await Reseller.delete({ uuid }).go();
  expect(await call(ROUTE, { key })).toEqual(unauthorized());
});

test("shows a changed key within ten seconds", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  onTestFinished(() => void vi.useRealTimers());
  const { key } = reseller;
  const { last_used_at } = (await call(ROUTE, { key })).body.data.api_key;
  expect(Date.parse(last_used_at)).toBeLessThanOrEqual(Date.now());
  vi.setSystemTime(Date.now() + 10_000);
  expect((await call(ROUTE, { key })).body.data.api_key.last_used_at).toBe(last_used_at);
});
