import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ApiKey } from "../../../shared/entities/apiKey.ts";
import { identifyApiKey } from "../../../shared/platform/apiKey.ts";
import { timestamp } from "../../../shared/platform/time.ts";
import { call } from "../../support/api.ts";
import { costOf } from "../../support/cost.ts";
import { ok, unauthorized } from "../../support/expected.ts";
import { makeKey, makeReseller } from "../../support/factories.ts";

const ROUTE = "GET /v1/webhooks";
const NOTHING = ok({ data: [] });

let uuid: string;

beforeEach(async () => {
  ({ uuid } = await makeReseller());
  vi.useFakeTimers({ toFake: ["Date"] });
  // The first request of a minute is booked, too.
  vi.setSystemTime(Math.ceil(Date.now() / 60_000) * 60_000);
});

afterEach(() => {
  vi.useRealTimers();
});

function wait(seconds: number) {
  vi.setSystemTime(Date.now() + seconds * 1000);
}

async function revoke(key: string) {
  await ApiKey.patch({ uuid: identifyApiKey(key).uuid })
    .set({ revoked_at: timestamp() })
    .go();
}

test("a key is read once within 10 seconds", async () => {
  const key = await makeKey(uuid);
  await call(ROUTE, { key });
  wait(9);
  // Requests are counted once a second.
  const { commands } = await costOf(() => call(ROUTE, { key }));
  expect(commands.toSorted()).toEqual(["Query", "UpdateItem"]);
  wait(1);
  // And the limits of its reseller.
  expect((await costOf(() => call(ROUTE, { key }))).requests).toBe(4);
});

test("a revoked key is refused within 10 seconds", async () => {
  const key = await makeKey(uuid);
  expect(await call(ROUTE, { key })).toEqual(NOTHING);
  wait(5);
  expect(await call(ROUTE, { key })).toEqual(NOTHING);
  await revoke(key);
  wait(5);
  expect(await call(ROUTE, { key })).toEqual(unauthorized());
});

test("a key is refused from the second it expires in, also while it is remembered", async () => {
  const expires_at = timestamp(new Date(Date.now() + 5_000));
  const key = await makeKey(uuid, { expires_at });
  vi.setSystemTime(Date.parse(expires_at) - 1);
  expect(await call(ROUTE, { key })).toEqual(NOTHING);
  vi.setSystemTime(Date.parse(expires_at));
  expect(await call(ROUTE, { key })).toEqual(unauthorized());
});

test("an unknown key is not remembered: it is good as soon as it exists", async () => {
  const key = await makeKey(uuid);
  const id = { uuid: identifyApiKey(key).uuid };
  const { data } = await ApiKey.get(id).go();
  await ApiKey.delete(id).go();
  expect(await call(ROUTE, { key })).toEqual(unauthorized());
  if (data) await ApiKey.create(data).go();
  expect(await call(ROUTE, { key })).toEqual(NOTHING);
});
