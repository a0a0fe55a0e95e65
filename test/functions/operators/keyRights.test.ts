import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { handler } from "../../../functions/operators/index.ts";
import { findSandbox } from "../../../functions/operators/sandbox.ts";
import { ApiKey, type ApiKeyRecord } from "../../../shared/entities/apiKey.ts";
import { Reseller } from "../../../shared/entities/reseller.ts";
import { generateApiKey } from "../../../shared/platform/apiKey.ts";
import { call } from "../../support/api.ts";
import { interceptRequests } from "../../support/interceptRequests.ts";
import { createReseller, refusal, run, TIMESTAMP } from "./run.ts";

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

test("a key can be created read-only and for some networks", async () => {
  const allow_ip = ["203.0.113.7/24", " 2001:DB8::/32 ", "::ffff:203.0.113.0/120"];
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
  test("changes the rights given, keeps the others, and says when they apply", async () => {
    const { uuid } = await createKey({ expires: "90d" });
    const set = async (input: object) => (await run("key set", { uuid, ...input })) as object;
    const before = await set({ read_only: true });
    expect(before).toMatchObject({ is_read_only: true, allowed_ips: null, expires_at: TIMESTAMP_ });
    expect(await set({ allow_ip: NETWORKS })).toEqual({ ...before, allowed_ips: NETWORKS });
    expect(await set({ allow_ip: ["198.51.100.7"] })).toEqual({
      ...before,
      allowed_ips: ["198.51.100.7/32"],
    });
    expect(await set({ any_ip: true })).toEqual(before);
    expect(await set({ read_write: true, any_ip: true })).toEqual({
      ...before,
      is_read_only: false,
    });
    expect(await handler({ command: "key set", input: { uuid, read_only: true } })).toMatchObject({
      note: "This holds everywhere within 10 seconds.",
    });
  });

  test.each([
    [{}, "Nothing to change: give --read-only, --read-write, --allow-ip or --any-ip."],
    [{ read_only: true, read_write: true }, "Give --read-only or --read-write, not both."],
    [{ allow_ip: ["203.0.113.7"], any_ip: true }, "Give --allow-ip or --any-ip, not both."],
  ])("refuses %j", async (input, sentence) => {
    const { uuid } = await createKey();
    expect(await refusal("key set", { uuid, ...input })).toBe(sentence);
  });
});

const TIMESTAMP_ = expect.stringMatching(TIMESTAMP);

describe("key rotate", () => {
  test("keeps the rights and the kind of the key", async () => {
    const old = await createKey({ test: true, read_only: true, allow_ip: NETWORKS });
    const issued = await run("key rotate", { uuid: old.uuid });
    const rights = { is_test: true, is_read_only: true, allowed_ips: NETWORKS };
    expect(issued).toMatchObject({ ...rights, reseller_uuid: old.reseller_uuid });
    expect(issued.key).toMatch(/^rwm_test_/);
    const answer = await call("GET /v1/plans", { key: old.key, sourceIp: "203.0.113.7" });
    expect(answer).toMatchObject({
      status: 200,
      headers: { "x-api-key-expires-at": issued.old_expires_at },
    });
    expect(await statusOf(issued.key, "GET /v1/plans")).toBe(200);
    expect(await statusOf(issued.key)).toBe(403);
  });

  test("repeated, answers the same, also after the old key has expired", async () => {
    const { uuid } = await createKey();
    const input = { uuid, overlap: "0h", key: generateApiKey() };
    const [first, again] = [await run("key rotate", input), await run("key rotate", input)];
    expect(again).toEqual(first);
    expect(await run("key list", { reseller_uuid })).toHaveLength(2);
  });

  /** Changes a key between the reading and the writing of its rotation. */
  function changeMeanwhile(uuid: string, change: Partial<ApiKeyRecord>) {
    let isChanged = false;
    const end = interceptRequests(async (command) => {
      if (command !== "TransactWrite" || isChanged) return;
      isChanged = true;
      await ApiKey.patch({ uuid }).set(change).go();
    });
    onTestFinished(end);
  }

  test.each([{ is_read_only: true }, { allowed_ips: ["203.0.113.0/24"] }])(
    "gives the new key what the old one is limited to meanwhile: %j",
    async (limit) => {
      const { uuid } = await createKey();
      changeMeanwhile(uuid, limit);
      expect(await run("key rotate", { uuid })).toMatchObject(limit);
      expect(await run("key list", { reseller_uuid })).toHaveLength(2);
    },
  );

  test("issues no key if the old one is revoked meanwhile", async () => {
    const { uuid } = await createKey();
    changeMeanwhile(uuid, { revoked_at: "2026-11-22T12:00:00+00:00" });
    expect(await refusal("key rotate", { uuid })).toMatch(/ is not valid any more: /);
    expect(await run("key list", { reseller_uuid })).toMatchObject([{ uuid, expires_at: null }]);
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
