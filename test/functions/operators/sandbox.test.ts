import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { Plan } from "../../../shared/entities/plan.ts";
import { Reseller } from "../../../shared/entities/reseller.ts";
import { twinOf } from "../../../shared/vocabulary/sandbox.ts";
import { call } from "../../support/api.ts";
import { makeCustomFields, makeUser, makeWebhook } from "../../support/factories.ts";
import { interceptRequests } from "../../support/interceptRequests.ts";
import { onlyResellers } from "../../support/onlyOwn.ts";
import { createReseller, refusal, run } from "./run.ts";

let uuid: string;
let sandbox: string;

beforeEach(async () => {
  ({ uuid } = await createReseller());
  sandbox = twinOf(uuid);
});

async function testKey(more: object = {}) {
  return await run("key create", { reseller_uuid: uuid, name: "test", test: true, ...more });
}

test("the first test key makes the sandbox, and later test keys belong to it", async () => {
  const keys = await Promise.all([testKey(), testKey(), testKey()]);
  for (const { key, reseller_uuid, is_test } of keys) {
    expect(key).toMatch(/^rwm_test_[0-9A-Za-z]{43}_[0-9A-Za-z]{6}$/);
    expect({ reseller_uuid, is_test }).toEqual({ reseller_uuid: sandbox, is_test: true });
  }
  expect((await call("GET /v1/account", { key: keys[0].key })).body.data).toMatchObject({
    ...{ uuid: sandbox, name: "Acme (sandbox)" },
    api_key: { is_test: true },
    record_limits: {
      users: { count: 0, max: 100 },
      websites: { count: 0, max: 100 },
      websites_per_business: { max: 100 },
    },
  });
  // Also without --test, a key of the sandbox is a test key.
  const more = await run("key create", { reseller_uuid: sandbox, name: "k" });
  expect(more).toMatchObject({ is_test: true, key: expect.stringMatching(/^rwm_test_/) });
});

test("it starts with copies of the reseller's plans and custom fields", async () => {
  const { uuid: basic } = await run("plan create", {
    ...{ reseller_uuid: uuid, name: "Basic", with: ["ssl"] },
    ...{ default: true, uptime_interval_minutes: 7 },
  });
  const fields = [{ name: "Tier", options: ["gold"] }, { name: "Note" }];
  const reseller = { uuid, key: "", planUuid: "" };
  await makeCustomFields(reseller, fields);
  const { key } = await testKey();
  const live = await run("plan list", { reseller_uuid: uuid });
  const copies = await run("plan list", { reseller_uuid: sandbox });
  const twin = (record: { uuid: string }) => {
    return { ...record, uuid: twinOf(record.uuid), reseller_uuid: sandbox };
  };
  const byName = (one: { name: string }, other: { name: string }) =>
    one.name.localeCompare(other.name);
  expect(copies.toSorted(byName)).toEqual(live.map(twin).toSorted(byName));
  expect(copies.find((plan: { is_default: boolean }) => plan.is_default).uuid).toBe(twinOf(basic));
  const listed = (await call("GET /v1/custom-fields", { key })).body.data;
  expect(listed).toMatchObject(fields.map((field) => ({ ...field, reseller_uuid: sandbox })));
  // Later changes of either leave the other as it is.
  await run("plan update", { uuid: twinOf(basic), name: "Tried" });
  await testKey();
  expect((await run("show", { uuid: basic })).name).toBe("Basic");
  expect((await run("show", { uuid: twinOf(basic) })).name).toBe("Tried");
});

test("all plans of a reseller with the greatest number are copied", async () => {
  const { data } = await Plan.query.ofReseller({ reseller_uuid: uuid }).go();
  const [plan] = data;
  if (!plan) throw new Error("There is no default plan");
  await Plan.put(Array.from({ length: 99 }, () => ({ ...plan, uuid: crypto.randomUUID() }))).go();
  const { key } = await testKey();
  const copies = (await call("GET /v1/plans", { key })).body.data;
  expect(copies).toHaveLength(100);
  const copy = copies.find((each: { is_default: boolean }) => each.is_default);
  expect(copy.uuid).toBe(twinOf(plan.uuid));
});

test("its creation starts over if the reseller gets another default plan meanwhile", async () => {
  const default_plan_uuid = "01900000-0000-7000-8000-000000000001";
  let isChanged = false;
  const end = interceptRequests(async (command) => {
    if (command !== "TransactWrite" || isChanged) return;
    isChanged = true;
    await Reseller.patch({ uuid }).set({ default_plan_uuid }).go();
  });
  onTestFinished(end);
  await testKey();
  const { data } = await Reseller.get({ uuid: sandbox }).go();
  expect(data).toMatchObject({ default_plan_uuid: twinOf(default_plan_uuid) });
});

test("operators see it with its reseller, and not in the list of resellers", async () => {
  const before = await run("show", { uuid });
  expect(before).not.toHaveProperty("sandbox_uuid");
  const { key: _, reseller_uuid: __, ...created } = await testKey();
  expect(await run("show", { uuid })).toEqual({ ...before, sandbox_uuid: sandbox });
  expect(await run("show", { uuid: sandbox })).toMatchObject({
    ...{ kind: "reseller", name: "Acme (sandbox)", sandbox_of: uuid },
  });
  expect(await run("key list", { reseller_uuid: uuid })).toMatchObject([created]);
  expect(await run("key list", { reseller_uuid: sandbox })).toMatchObject([created]);
  onlyResellers(uuid, sandbox);
  const uuids = (list: { uuid: string }[]) => list.map((each) => each.uuid);
  const resellers = uuids(await run("reseller list", {}));
  expect(resellers).toContain(uuid);
  expect(resellers).not.toContain(sandbox);
  const plans = uuids(await run("plan list", {}));
  expect(plans).not.toContain((await Reseller.get({ uuid: sandbox }).go()).data?.default_plan_uuid);
});

test("it is renamed with its reseller", async () => {
  await testKey();
  await run("reseller set", { uuid, name: "Acme Two" });
  expect((await run("show", { uuid: sandbox })).name).toBe("Acme Two (sandbox)");
  expect(await refusal("reseller set", { uuid: sandbox, name: "Mine" })).toBe(
    `Reseller ${sandbox} is the sandbox of ${uuid}: it has the name that its reseller is given.`,
  );
});

describe("its records", () => {
  test("are not the reseller's", async () => {
    const live = await run("key create", { reseller_uuid: uuid, name: "live" });
    const before = await liveState(live.key);
    const { key } = await testKey();
    const its = { uuid: sandbox, key, planUuid: "" };
    const user = await makeUser(its);
    await makeWebhook(its);
    expect(await liveState(live.key)).toEqual(before);
    const users = (await call("GET /v1/users", { key })).body;
    expect(users.data).toMatchObject([{ uuid: user }]);
    // The same address is free in the reseller itself.
    const { email } = users.data[0];
    expect((await call("GET /v1/users", { key: live.key, query: { email } })).body.data).toEqual(
      [],
    );
  });

  async function liveState(key: string) {
    const lists = ["users", "account/websites", "account/businesses", "webhooks"];
    const answers = lists.map(async (list) => (await call(`GET /v1/${list}`, { key })).body);
    const { data } = await Reseller.get({ uuid }).go();
    return [...(await Promise.all(answers)), data];
  }
});
