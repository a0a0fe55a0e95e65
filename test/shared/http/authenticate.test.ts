import { beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { ApiKey } from "../../../shared/entities/apiKey.ts";
import { asTestKey, generateApiKey, identifyApiKey } from "../../../shared/platform/apiKey.ts";
import { timestamp } from "../../../shared/platform/time.ts";
import { call, callForBytes } from "../../support/api.ts";
import { costOf } from "../../support/cost.ts";
import { unauthorized } from "../../support/expected.ts";
import { makeKey, makeReseller, type TestReseller } from "../../support/factories.ts";
import { routeKeys } from "../../support/routeKeys.ts";

const ROUTE = "GET /v1/plans";
const HOUR_MS = 3_600_000;
const inTime = (milliseconds: number) => timestamp(new Date(Date.now() + milliseconds));

let addresses = 0;

/** One that has not been refused yet: many refusals of an address end in a 429. */
function nextAddress(): string {
  addresses += 1;
  return `2001:db8:${addresses.toString(16)}::`;
}

let reseller: TestReseller;

beforeAll(async () => {
  reseller = await makeReseller();
});

const wrongKeys: Record<string, (key: string) => string | undefined | Promise<string>> = {
  missing: () => undefined,
  empty: () => "",
  blank: () => " ",
  "a word": () => "secret",
  "a prototype's property": () => "__proto__",
  "cut off": (key) => key.slice(0, -1),
  "too long": (key) => `${key}0`,
  "in capitals": (key) => key.toUpperCase(),
  "of another prefix": (key) => key.replace("rwm_", "rwn_"),
  "with a space after it": (key) => `${key} `,
  "sent twice": (key) => `${key},${key}`,
  "very long": () => `rwm_${"a".repeat(9_000)}`,
  "mistyped within": (key) =>
    key.replace(/^(rwm_.{9})(.)/, (_, start, digit) => start + (digit === "a" ? "b" : "a")),
  "mistyped at the end": (key) => key.slice(0, -1) + (key.endsWith("a") ? "b" : "a"),
  "as a test key": (key) => asTestKey(key, true),
  unknown: () => generateApiKey(),
  revoked: () => makeKey(reseller.uuid, { revoked_at: inTime(0) }),
  expired: () => makeKey(reseller.uuid, { expires_at: inTime(-1_000) }),
};

const answers = new Set<string>();

test.each(Object.entries(wrongKeys))("answers 401 when the key is %s", async (_, makeWrong) => {
  const key = await makeWrong(reseller.key);
  const request = { sourceIp: nextAddress(), ...(key !== undefined && { key }) };
  expect(await call(ROUTE, request)).toEqual(unauthorized());
  answers.add(await callForBytes(ROUTE, request));
});

test("answers every key that is not good with the same bytes", () => {
  expect(answers.size).toBe(1);
});

test.each(routeKeys)("%s needs a key, whatever else is wrong", async (route) => {
  const uuid = "no-uuid";
  const query = { page: "x", businessUuid: "x" };
  const headers = { "content-type": "text/plain" };
  const body = route.startsWith("POST") ? "{" : undefined;
  const sourceIp = nextAddress();
  expect(await call(route, { uuid, query, body, headers, sourceIp })).toEqual(unauthorized());
  expect(await call(route, { uuid, key: "rwm_1", sourceIp })).toEqual(unauthorized());
});

test("makes no request for a key with a wrong checksum, and one read for an unknown key", async () => {
  const mistyped = await wrongKeys["mistyped within"]?.(reseller.key);
  const wrong = await costOf(() => call(ROUTE, { key: mistyped ?? "" }));
  expect(wrong.commands).toEqual([]);
  const key = generateApiKey();
  const unknown = await costOf(() => call(ROUTE, { key }));
  expect(unknown.requests).toBe(1);
});

test("takes each of a reseller's keys, also one that expires later", async () => {
  const keys = [
    reseller.key,
    await makeKey(reseller.uuid),
    await makeKey(reseller.uuid, { expires_at: inTime(HOUR_MS) }),
  ];
  for (const key of keys) {
    const { status, body } = await call(ROUTE, { key });
    expect(status).toBe(200);
    expect(body.data[0].uuid).toBe(reseller.planUuid);
  }
});

async function lastUsed(key: string) {
  const { uuid } = identifyApiKey(key);
  return (await ApiKey.get({ uuid }).go({ consistent: true })).data?.last_used_at;
}

test("notes when a key was used, at most once an hour", async () => {
  const key = await makeKey(reseller.uuid);
  expect(await lastUsed(key)).toBeUndefined();
  vi.useFakeTimers({ toFake: ["Date"] });
  onTestFinished(() => void vi.useRealTimers());
  await call(ROUTE, { key });
  expect(await lastUsed(key)).toBe(inTime(0));

  for (const [age, noted] of [
    [HOUR_MS, inTime(0)],
    [HOUR_MS - 1000, inTime(1000 - HOUR_MS)],
  ] as const) {
    vi.setSystemTime(Date.parse(inTime(0)));
    const used = await makeKey(reseller.uuid, { last_used_at: inTime(-age) });
    await call(ROUTE, { key: used });
    expect(await lastUsed(used)).toBe(noted);
  }
});

test("stores a key as its SHA-256 only", async () => {
  const { uuid, sha256 } = identifyApiKey(reseller.key);
  const { data } = await ApiKey.get({ uuid }).go();
  expect(data?.sha256).toBe(sha256);
  expect(JSON.stringify(data)).not.toContain(reseller.key.slice(4, 47));
});
