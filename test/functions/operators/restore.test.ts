import { ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";
import { expect, onTestFinished, test } from "vitest";
import {
  beginOffboarding,
  findOffboarding,
  noteOffboarding,
} from "../../../functions/cleanup/offboardings.ts";
import { restoreWhole } from "../../../infra/admin/commands/restore.ts";
import { Deleted } from "../../../shared/entities/deleted.ts";
import { BY_CLIENTS } from "../../../shared/lists/deleted.ts";
import { NEVER } from "../../../shared/time.ts";
import { call } from "../../support/api.ts";
import {
  type Customer,
  makeCustomer,
  makeCustomFields,
  makeEstate,
  makeReseller,
  makeSandbox,
  makeUser,
  makeWebhook,
  makeWebsite,
  onboardingBody,
} from "../../support/factories.ts";
import { followReseller } from "../../support/follow.ts";
import { interceptRequests } from "../../support/interceptRequests.ts";
import { goOnWhile } from "../../support/offboarding.ts";
import { copyToRestoredTable, RESTORED_TABLE } from "../../support/restoredTable.ts";
import { snapshotOf } from "../../support/snapshot.ts";
import { refusal, run } from "./run.ts";

type Estate = Awaited<ReturnType<typeof makeEstate>>;

const restore = (reseller_uuid: string, more: object = {}) =>
  run("restore", { reseller_uuid, from: RESTORED_TABLE, ...more });

/** What the API shows of an estate's records, apart from what a restore raises. */
async function show({ reseller: { key }, user, business, website, webhook }: Estate) {
  const queries: [string, object][] = [
    ["GET /v1/users/{user_uuid}", { uuid: user }],
    ["GET /v1/businesses/{business_uuid}", { uuid: business }],
    ["GET /v1/websites/{website_uuid}", { uuid: website }],
    ["GET /v1/webhooks/{webhook_uuid}", { uuid: webhook }],
    ["GET /v1/websites/{website_uuid}/maintenance-windows", { uuid: website }],
    ["GET /v1/websites", { query: { businessUuid: business } }],
    ["GET /v1/competitors", { query: { businessUuid: business } }],
    ["GET /v1/feed-items", { query: { websiteUuid: website } }],
    ["GET /v1/users", {}],
    ["GET /v1/plans", {}],
    ["GET /v1/custom-fields", {}],
    ["GET /v1/account/websites", {}],
    ["GET /v1/account/businesses", {}],
  ];
  const answers = queries.map(([route, more]) => call(route, { key, ...more }));
  const bodies = (await Promise.all(answers)).map(({ body }) => body);
  // Those restored at once come in any order.
  const inOrder = (data: { uuid: string }[]) => data.toSorted((a, b) => (a.uuid < b.uuid ? -1 : 1));
  const comparable = (name: string, value: unknown) => {
    if (name === "sequence" || name === "updated_at") return null;
    return name === "data" && Array.isArray(value) ? inOrder(value) : value;
  };
  return JSON.parse(JSON.stringify(bodies, comparable));
}

/** Deletes records by the API, and ends the seven days in which that can be undone. */
async function removeForGood({ reseller, user, webhook }: Customer & { webhook?: string }) {
  const { key, uuid: reseller_uuid } = reseller;
  const stream = await followReseller(reseller_uuid);
  await call("DELETE /v1/users/{user_uuid}", { key, uuid: user });
  if (webhook) await call("DELETE /v1/webhooks/{webhook_uuid}", { key, uuid: webhook });
  await stream.settle();
  const gone = [user, ...(webhook ? [webhook] : [])].map((uuid) => ({
    reseller_uuid,
    place: BY_CLIENTS,
    uuid,
  }));
  await Deleted.delete(gone).go();
  await stream.settle();
  return stream;
}

const rows = (counts: Record<string, [number, number, number]>) =>
  Object.entries(counts).map(([type, [put_back, set_back, unchanged]]) => ({
    ...{ type, put_back, set_back, unchanged, refused: 0 },
  }));

test("what is gone for good comes back with its history, and a repeated restore changes nothing", async () => {
  const estate = await makeEstate();
  const { reseller } = estate;
  const before = await show(estate);
  await copyToRestoredTable(reseller.uuid);
  const stream = await removeForGood(estate);
  const missing = await snapshotOf(reseller.uuid);

  const counts = rows({
    ...{ reseller: [0, 0, 1], plan: [0, 0, 1], webhook: [1, 0, 0] },
    ...{ user: [1, 0, 0], business: [2, 0, 0], website: [2, 0, 0], competitor: [1, 0, 0] },
  });
  const result = { dry_run: false, records: counts, refused: [], next: null };
  expect(await restore(reseller.uuid, { dry_run: true })).toEqual({ ...result, dry_run: true });
  expect(await snapshotOf(reseller.uuid)).toEqual(missing);
  expect(await restore(reseller.uuid)).toEqual(result);
  await stream.settle();
  expect(await show(estate)).toEqual(before);

  const whole = await snapshotOf(reseller.uuid);
  const again = await restore(reseller.uuid);
  expect(again.records.filter((each: { unchanged: number }) => each.unchanged === 0)).toEqual([]);
  expect(await snapshotOf(reseller.uuid)).toEqual(whole);
});

test("what was changed since has its former values, and what was made since stays", async () => {
  const { reseller, user, business } = await makeCustomer();
  const { key } = reseller;
  const website = await makeWebsite(reseller, business);
  const [field, gone] = await makeCustomFields(reseller, [{ name: "Size" }, { name: "Region" }]);
  await copyToRestoredTable(reseller.uuid);
  const [newer] = await makeCustomFields(reseller, [{ name: "New" }, { ...field, name: "Wrong" }]);
  const changed = (route: string, uuid: string, body: object) =>
    call(`PATCH ${route}`, { key, uuid, body });
  await changed("/v1/users/{user_uuid}", user, { first_name: "Wrong", suspended: true });
  await changed("/v1/businesses/{business_uuid}", business, { industry: "wrong" });
  await changed("/v1/websites/{website_uuid}", website, { hostname: "wrong.example" });
  const since = await makeWebsite(reseller, business);
  await run("reseller set", { uuid: reseller.uuid, colour: "#123456" });

  const { records } = await restore(reseller.uuid);
  const written = records.map(({ type, put_back, set_back }: Record<string, unknown>) => [
    ...[type, put_back, set_back],
  ]);
  expect(written).toEqual([
    ...[
      ["reseller", 0, 1],
      ["plan", 0, 0],
      ["custom_field", 1, 1],
      ["user", 0, 1],
    ],
    ...[
      ["business", 0, 1],
      ["website", 0, 1],
    ],
  ]);
  const fields = (await call("GET /v1/custom-fields", { key })).body.data;
  expect(fields.map(({ uuid, name }: { uuid: string; name: string }) => [uuid, name])).toEqual([
    ...[
      [newer?.uuid, "New"],
      [field?.uuid, "Size"],
      [gone?.uuid, "Region"],
    ],
  ]);
  const get = async (route: string, uuid: string) =>
    (await call(`GET ${route}`, { key, uuid })).body;
  const shown = await get("/v1/users/{user_uuid}", user);
  expect(shown.data ?? shown).not.toMatchObject({ first_name: "Wrong" });
  const site = await get("/v1/websites/{website_uuid}", website);
  expect(site.data ?? site).toMatchObject({ hostname: "example.com" });
  expect((await call("GET /v1/websites/{website_uuid}", { key, uuid: since })).status).toBe(200);
});

test("what was deleted within seven days comes back by its deletion, which is then over", async () => {
  const reseller = await makeReseller();
  const { key, uuid: reseller_uuid } = reseller;
  const user = await makeUser(reseller);
  const [{ uuid: website }] = (await call("GET /v1/account/websites", { key })).body.data;
  await copyToRestoredTable(reseller_uuid);
  const stream = await followReseller(reseller_uuid);
  await call("DELETE /v1/users/{user_uuid}", { key, uuid: user });
  await stream.settle();
  expect(await restore(reseller_uuid)).toMatchObject({ refused: [], next: null });
  await stream.settle();
  expect((await call("GET /v1/websites/{website_uuid}", { key, uuid: website })).status).toBe(200);
  expect((await call("GET /v1/account/deleted", { key })).body.data).toEqual([]);
  expect((await call("GET /v1/account/websites", { key })).body.meta.total).toBe(1);
});

test("a user whose e-mail address another one has now stays away, with what belongs to it", async () => {
  const customer = await makeCustomer();
  const { reseller, user } = customer;
  const { key, uuid: reseller_uuid } = reseller;
  const { body } = await call("GET /v1/users/{user_uuid}", { key, uuid: user });
  const { email } = body.data ?? body;
  await copyToRestoredTable(reseller_uuid);
  await removeForGood(customer);
  await call("POST /v1/onboarding", { key, body: { ...onboardingBody(), email } });
  const { refused } = await restore(reseller_uuid);
  expect(refused).toContainEqual({
    ...{ uuid: user, type: "user", why: "Email belongs to another user now" },
  });
  expect(refused).toContainEqual(expect.objectContaining({ why: "Its user is not there" }));
});

test("a reseller that left and was erased comes back with its webhooks, can add records, and be deleted again", async () => {
  const { reseller, user, business } = await makeCustomer();
  const { uuid } = reseller;
  const webhook = await makeWebhook(reseller);
  const website = await makeWebsite(reseller, business);
  await makeSandbox(reseller);
  await beginOffboarding(uuid);
  await goOnWhile("exporting", uuid);
  await copyToRestoredTable(uuid);
  const input = { reseller_uuid: uuid, from: RESTORED_TABLE };
  expect(await refusal("restore", input)).toContain("is leaving");
  const stream = await followReseller(uuid);
  await goOnWhile("kept", uuid);
  await stream.settle();
  // As after the last pass of the erasure.
  const erasing = await findOffboarding(uuid);
  if (erasing) await noteOffboarding(erasing, { state: "erased", due_at: NEVER });
  expect(await refusal("restore", input)).toContain("was erased on purpose");
  const erased = { ...input, erased: true };
  expect(await run("restore", { ...erased, dry_run: true })).toMatchObject({ next: null });
  // A worker that begins a pass meanwhile changes the note.
  const end = interceptRequests((command, input) => {
    if (command === "Update" && JSON.stringify(input["Key"]).includes("offboarding")) {
      throw new ConditionalCheckFailedException({ message: "changed", $metadata: {} });
    }
  });
  onTestFinished(end);
  expect(await refusal("restore", erased)).toContain("is being erased");
  end();
  const { records, refused } = await run("restore", erased);
  expect(refused).toEqual([]);
  expect(records.map(({ put_back }: { put_back: number }) => put_back)).toEqual([1, 1, 1, 1, 2, 2]);
  await stream.settle();
  // The passes that were left of the erasure are not done.
  expect(await run("restore", input)).toMatchObject({ next: null });
  expect(await run("reseller offboarding", { uuid })).toMatchObject({
    ...{ done: false, state: "returned" },
  });
  const [found] = await run("webhook list", { reseller_uuid: uuid });
  expect(found).toMatchObject({ uuid: webhook, enabled: true, disabled_reason: null });
  const { key } = await run("key create", { reseller_uuid: uuid, name: "new" });
  expect((await call("GET /v1/users/{user_uuid}", { key, uuid: user })).status).toBe(200);
  expect((await call("GET /v1/websites/{website_uuid}", { key, uuid: website })).status).toBe(200);
  await makeWebsite({ ...reseller, key }, business);
  expect((await call("GET /v1/account/websites", { key })).body.meta.total).toBe(3);
  await makeUser(await makeSandbox(reseller));
  expect(await run("reseller delete", { uuid, yes: true })).toMatchObject({
    ...{ state: "erasing", exported_at: null, erased_at: null, exported_records: 0 },
  });
});

test("another reseller in the same table is left alone", async () => {
  const [customer, other] = [await makeCustomer(), await makeCustomer()];
  for (const { reseller, user } of [customer, other]) {
    await copyToRestoredTable(reseller.uuid);
    await call("DELETE /v1/users/{user_uuid}", { key: reseller.key, uuid: user });
  }
  const before = await snapshotOf(other.reseller.uuid);
  await restore(customer.reseller.uuid);
  expect(await snapshotOf(other.reseller.uuid)).toEqual(before);
});

test("the table must be a restored one that has the reseller", async () => {
  const { uuid } = await makeReseller();
  const [own] = RESTORED_TABLE.split("-restored");
  expect(await refusal("restore", { reseller_uuid: uuid, from: "other" })).toBe(
    `--from must be a restored table, whose name begins with "${own}-".`,
  );
  expect(await refusal("restore", { reseller_uuid: uuid, from: `${own}-none` })).toBe(
    `There is no table ${own}-none: infra/RECOVERY.md says how to restore one.`,
  );
  await copyToRestoredTable((await makeReseller()).uuid);
  expect(await refusal("restore", { reseller_uuid: uuid, from: RESTORED_TABLE })).toBe(
    `The reseller ${uuid} is not in ${RESTORED_TABLE}: restore an earlier time.`,
  );
});

test("the command goes on until all records are compared, and adds up", async () => {
  const records = (put_back: number) => [
    { type: "user", put_back, set_back: 0, unchanged: 1, refused: 0 },
  ];
  const first = { dry_run: false, records: records(2), refused: ["a"], next: "7" };
  const asked: unknown[] = [];
  const ask = async (...request: unknown[]) => {
    asked.push(request);
    return { ...first, records: records(3), refused: [], next: null };
  };
  expect(await restoreWhole(first, { input: { from: "T" }, ask })).toEqual({
    ...{ dry_run: false, refused: ["a"] },
    records: [{ type: "user", put_back: 5, set_back: 0, unchanged: 2, refused: 0 }],
  });
  expect(asked).toEqual([["restore", { from: "T", after: "7" }]]);
});

test("who was erased since does not come back, and nothing of theirs", async () => {
  const { reseller, user } = await makeCustomer();
  await copyToRestoredTable(reseller.uuid);
  const stream = await followReseller(reseller.uuid);
  const query = { erase: "true" };
  await call("DELETE /v1/users/{user_uuid}", { key: reseller.key, uuid: user, query });
  await stream.settle();
  const missing = await snapshotOf(reseller.uuid);
  for (const dry_run of [true, false]) {
    const { records, refused } = await restore(reseller.uuid, { dry_run });
    expect(refused).toContainEqual({
      ...{ uuid: user, type: "user", why: "The user was erased for good" },
    });
    expect(records).toContainEqual(expect.objectContaining({ type: "user", put_back: 0 }));
    expect(await snapshotOf(reseller.uuid)).toEqual(missing);
  }
});
