import { describe, expect, test } from "vitest";
import { ApiKey } from "../../../shared/entities/apiKey.ts";
import { identifyApiKey } from "../../../shared/platform/apiKey.ts";
import { tableConfiguration } from "../../../shared/platform/table/entity.ts";
import { call } from "../../support/api.ts";
import { createReseller, run, TIMESTAMP, UUID } from "./run.ts";

const DAY_MS = 86_400_000;

test("creates a key that the API accepts, and shows it once", async () => {
  const { uuid: reseller_uuid } = await createReseller();
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
  test.each([
    ["1h", DAY_MS / 24],
    ["90d", 90 * DAY_MS],
    ["2w", 14 * DAY_MS],
    ["100y", 100 * 365 * DAY_MS],
  ])("takes %s", async (expires, duration) => {
    const { uuid: reseller_uuid } = await createReseller();
    const key = await run("key create", { reseller_uuid, name: "k", expires });
    expect(key.expires_at).toMatch(TIMESTAMP);
    expect(Date.parse(key.expires_at) - Date.parse(key.created_at)).toBe(duration);
  });

  test("takes a day, to its end", async () => {
    const { uuid: reseller_uuid } = await createReseller();
    const key = await run("key create", { reseller_uuid, name: "k", expires: "2096-02-29" });
    expect(key).toMatchObject({ expires_at: "2096-03-01T00:00:00+00:00" });
  });
});

test("lists a reseller's keys without the keys, and revokes one for good", async () => {
  const { uuid: reseller_uuid } = await createReseller();
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

test("keeps the time of the first revocation", async () => {
  const { uuid: reseller_uuid } = await createReseller();
  const { uuid } = await run("key create", { reseller_uuid, name: "k" });
  const revoked_at = "2020-01-01T00:00:00+00:00";
  await ApiKey.patch({ uuid }).set({ revoked_at }).go();
  expect(await run("key revoke", { uuid })).toMatchObject({ revoked_at });
});

test("lists all keys, across pages of the index and batches of reads", async () => {
  const { uuid: reseller_uuid } = await createReseller();
  const names = Array.from({ length: 230 }, (_, count) => `Key ${count}`);
  await ApiKey.put(
    names.map((name, count) => ({
      uuid: `00000000-0000-8000-8000-${String(count).padStart(12, "0")}`,
      sha256: "0",
      reseller_uuid,
      name,
      created_at: "2026-01-01T00:00:00+00:00",
    })),
  ).go();
  const queries = limitQueries(100);
  const listed = await run("key list", { reseller_uuid });
  expect(listed.map(({ name }: { name: string }) => name)).toStrictEqual(names);
  expect(queries.count).toBeGreaterThan(2);
});

/** Makes each query answer no more than this many items, as DynamoDB does at 1 MB. */
function limitQueries(Limit: number) {
  const queries = { count: 0 };
  tableConfiguration.client.middlewareStack.add(
    (next, { commandName }) =>
      (args) => {
        if (commandName !== "QueryCommand") return next(args);
        queries.count += 1;
        return next({ ...args, input: { ...args.input, Limit } });
      },
    { step: "initialize", priority: "low" },
  );
  return queries;
}
