import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { findSandbox } from "../../../functions/operators/sandbox.ts";
import { ApiKey } from "../../../shared/entities/apiKey.ts";
import { Reseller } from "../../../shared/entities/reseller.ts";
import { identifyApiKey } from "../../../shared/platform/apiKey.ts";
import { call } from "../../support/api.ts";
import { interceptRequests } from "../../support/interceptRequests.ts";
import { createReseller, refusal, run, TIMESTAMP, UUID } from "./run.ts";

const NETWORKS = ["203.0.113.0/24", "2001:db8::/32"];
let reseller_uuid: string;

beforeEach(async () => {
  ({ uuid: reseller_uuid } = await createReseller());
});

async function createKey(more: object = {}) {
  return await run("key create", { reseller_uuid, name: "k", ...more });
}

async function statusOf(key: string, route = "POST /v1/webhooks", sourceIp = "203.0.113.7") {
  return (await call(route, { key, sourceIp, body: {} })).status;
}

test("creates a key that the API accepts, and shows it once", async () => {
  const created = await run("key create", { reseller_uuid, name: "Production" });
  expect(created).toStrictEqual({
    uuid: expect.stringMatching(UUID),
    key: expect.stringMatching(/^rwm_[0-9A-Za-z]{43}_[0-9A-Za-z]{6}$/),
    reseller_uuid,
    name: "Production",
    ...{ is_test: false, is_read_only: false, allowed_ips: null },
    created_at: expect.stringMatching(TIMESTAMP),
    expires_at: null,
  });
  const { data: stored } = await ApiKey.get({ uuid: created.uuid }).go();
  expect(stored).toStrictEqual({
    ...identifyApiKey(created.key),
    reseller_uuid,
    name: "Production",
    created_at: created.created_at,
  });
  const { status, body } = await call("GET /v1/plans", { key: created.key });
  expect({ status, plans: body.data.length }).toStrictEqual({ status: 200, plans: 1 });
});

describe("--expires", () => {
  test("takes a number of days", async () => {
    vi.setSystemTime("2026-11-20T12:00:00Z");
    onTestFinished(() => void vi.useRealTimers());
    const key = await run("key create", { reseller_uuid, name: "k", expires: "90d" });
    expect(key).toMatchObject({ expires_at: "2027-02-18T12:00:00+00:00" });
  });

  test("takes a day, to its end", async () => {
    const key = await run("key create", { reseller_uuid, name: "k", expires: "2096-02-29" });
    expect(key).toMatchObject({ expires_at: "2096-03-01T00:00:00+00:00" });
  });
});

test("lists a reseller's keys without the keys, and revokes one for good", async () => {
  const { key, ...created } = await run("key create", {
    reseller_uuid,
    name: "Old",
    expires: "1d",
  });
  const { reseller_uuid: _, ...shown } = created;
  await call("GET /v1/plans", { key });
  const used = { ...shown, last_used_at: expect.stringMatching(TIMESTAMP), revoked_at: null };
  expect(await run("key list", { reseller_uuid })).toStrictEqual([used]);

  const revoked = await run("key revoke", { uuid: created.uuid.toUpperCase() });
  expect(revoked).toStrictEqual({ ...used, revoked_at: expect.stringMatching(TIMESTAMP) });
  expect(await run("key revoke", { uuid: created.uuid })).toStrictEqual(revoked);
  expect(await run("key list", { reseller_uuid })).toStrictEqual([revoked]);
});

test("a key can be created read-only and for some networks", async () => {
  const allow_ip = ["203.0.113.7/24", " 2001:DB8::/32 ", "203.0.113.0/24"];
  const created = await createKey({ read_only: true, allow_ip });
  const rights = { is_test: false, is_read_only: true, allowed_ips: NETWORKS };
  expect(created).toMatchObject(rights);
  expect(await run("key list", { reseller_uuid })).toMatchObject([rights]);
  expect(await run("show", { uuid: created.uuid })).toMatchObject({ kind: "key", ...rights });
  expect(await statusOf(created.key)).toBe(403);
  expect(await statusOf(created.key, "GET /v1/plans")).toBe(200);
  expect(await statusOf(created.key, "GET /v1/plans", "203.0.114.7")).toBe(403);
});

describe("key set", () => {
  test("changes the rights given, and keeps the others", async () => {
    const { uuid } = await createKey({ expires: "90d" });
    const set = async (input: object) => (await run("key set", { uuid, ...input })) as object;
    const before = await set({ read_only: true });
    expect(before).toMatchObject({
      is_read_only: true,
      allowed_ips: null,
      expires_at: expect.stringMatching(TIMESTAMP),
    });
    expect(await set({ allow_ip: NETWORKS })).toEqual({ ...before, allowed_ips: NETWORKS });
    expect(await set({ allow_ip: ["198.51.100.7"] })).toEqual({
      ...before,
      allowed_ips: ["198.51.100.7/32"],
    });
    expect(await set({ any_ip: true })).toEqual(before);
    expect(await set({ name: "Web shop", read_only: false, any_ip: true })).toEqual({
      ...before,
      name: "Web shop",
      is_read_only: false,
    });
  });
});

test("no sandbox is made for a reseller whose deletion begins meanwhile", async () => {
  let isDeleted = false;
  const end = interceptRequests(async (command) => {
    if (command !== "TransactWrite" || isDeleted) return;
    isDeleted = true;
    const deleting_since = "2026-11-22T12:00:00+00:00";
    await Reseller.patch({ uuid: reseller_uuid }).set({ deleting_since }).go();
  });
  onTestFinished(end);
  const input = { reseller_uuid, name: "k", test: true };
  expect(await refusal("key create", input)).toMatch(/is being removed/);
  expect(await findSandbox(reseller_uuid)).toBeUndefined();
  expect(await run("key list", { reseller_uuid })).toEqual([]);
});
