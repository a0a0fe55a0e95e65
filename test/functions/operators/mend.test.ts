import type { Context } from "aws-lambda";
import { beforeEach, describe, expect, test } from "vitest";
import { handler as cleanup } from "../../../functions/workers/cleanup/index.ts";
import { EmailAddress, emailAddressKey } from "../../../shared/entities/emailAddress.ts";
import { Plan } from "../../../shared/entities/plan.ts";
import { Reseller } from "../../../shared/entities/reseller.ts";
import { call } from "../../support/api.ts";
import { closeAndRemove } from "../../support/closing.ts";
import {
  businessBody,
  makeCustomFields,
  makeEstate,
  makeFeedItem,
} from "../../support/factories.ts";
import { sqsEvent } from "../../support/messages.ts";
import {
  answer,
  createReseller,
  listCustomFields,
  MISSING_UUID,
  refusal,
  run,
  TIMESTAMP,
  UUID,
} from "./run.ts";

let estate: Awaited<ReturnType<typeof makeEstate>>;
let key: string;
let reseller_uuid: string;
let email: string;

beforeEach(async () => {
  estate = await makeEstate();
  ({ key, uuid: reseller_uuid } = estate.reseller);
  const { body } = await call("GET /v1/users", { key });
  [{ email }] = body.data;
});

const isServed = async (key: string) => (await call("GET /v1/plans", { key })).status === 200;

describe("resellers", () => {
  test("a name that another has is refused without --same-name, whatever its case", async () => {
    const name = `Twin ${reseller_uuid}`;
    const { uuid } = await run("reseller create", { name });
    const other = await createReseller();
    const message = (given: string) =>
      `Reseller ${uuid} has the name "${given}" already: choose another, or add --same-name.`;
    const capitals = name.toUpperCase();
    expect(await refusal("reseller create", { name: capitals })).toBe(message(capitals));
    const rename = { uuid: other.uuid, name };
    expect(await refusal("reseller rename", rename)).toBe(message(name));
    expect(await run("reseller rename", { ...rename, same_name: true })).toMatchObject({ name });
    expect(await run("reseller create", { name: `${name} 2` })).toMatchObject({
      name: `${name} 2`,
    });
  });

  test("are renamed, also to the name they have, and found by it", async () => {
    const { uuid } = await run("reseller create", {
      ...{ name: `Old ${reseller_uuid}`, same_name: true },
    });
    const name = `New ${reseller_uuid}`;
    expect(await run("reseller rename", { uuid, name })).toMatchObject({ uuid, name });
    expect(await run("reseller rename", { uuid, name })).toMatchObject({ uuid, name });
    expect(await run("find", { text: name })).toMatchObject({ found: [{ uuid, name }] });
    expect(await run("find", { text: `old ${reseller_uuid}` })).toMatchObject({ found: [] });
    expect(await refusal("reseller rename", { uuid: MISSING_UUID, name })).toMatch(/^There is no/);
  });

  test("are removed with all their records, by a job that continues where it stopped", async () => {
    await makeCustomFields(estate.reseller, [{ name: "manager" }]);
    await makeFeedItem({
      reseller_uuid,
      business_uuid: estate.business,
      website_uuid: estate.website,
    });
    expect(await closeAndRemove(reseller_uuid, 0)).toBeGreaterThan(3);
    const gone = [
      { entity: "user", uuid: estate.user },
      { entity: "business", uuid: estate.business },
      { entity: "website", uuid: estate.website },
    ];
    await cleanUp(
      gone.map((each) => ({ ...each, reseller_uuid })),
      60_000,
    );
    for (const { uuid } of [...gone, { uuid: estate.competitor }, { uuid: estate.webhook }]) {
      expect(await answer("show", { uuid })).toMatchObject({ ok: false });
    }
    const claim = await EmailAddress.get(emailAddressKey(reseller_uuid, email)).go();
    expect(claim.data).toBeNull();
    expect((await Reseller.get({ uuid: reseller_uuid }).go()).data).toBeNull();
    expect((await Plan.query.ofReseller({ reseller_uuid }).go()).data).toStrictEqual([]);
    expect(await refusal("reseller close", { uuid: reseller_uuid })).toMatch(/^There is no/);
  });
});

async function cleanUp(messages: object[], remaining: number) {
  const context = { getRemainingTimeInMillis: () => remaining } as Context;
  expect(await cleanup(sqsEvent(...messages), context)).toEqual({ batchItemFailures: [] });
}

describe("keys", () => {
  test("are rotated: a new one, and the old one for a while", async () => {
    const old = await run("key create", { reseller_uuid, name: "Shop" });
    const issued = await run("key rotate", { uuid: old.uuid });
    expect(issued).toStrictEqual({
      ...{ uuid: expect.stringMatching(UUID), key: expect.stringMatching(/^rwm_/) },
      ...{ reseller_uuid, name: "Shop", created_at: expect.stringMatching(TIMESTAMP) },
      ...{ is_test: false, is_read_only: false, allowed_ips: null },
      ...{ expires_at: null, replaces: old.uuid, old_expires_at: expect.stringMatching(TIMESTAMP) },
    });
    expect(issued.key).not.toBe(old.key);
    const overlap = Date.parse(issued.old_expires_at) - Date.parse(issued.created_at);
    expect(overlap).toBe(24 * 3_600_000);
    expect([await isServed(old.key), await isServed(issued.key)]).toStrictEqual([true, true]);
    const next = await run("key rotate", { uuid: issued.uuid, overlap: "0h", expires: "1y" });
    expect(next.expires_at).toMatch(TIMESTAMP);
    expect(next.old_expires_at).toBe(next.created_at);
    expect(await refusal("key rotate", { uuid: issued.uuid })).toBe(
      `Key ${issued.uuid} is not valid any more: "key create" issues another one to the reseller.`,
    );
    await run("key revoke", { uuid: next.uuid });
    expect(await refusal("key rotate", { uuid: next.uuid })).toMatch(/not valid any more/);
  });

  test("never live longer by a rotation than before", async () => {
    const { uuid, expires_at } = await run("key create", {
      reseller_uuid,
      name: "k",
      expires: "1h",
    });
    expect(await run("key rotate", { uuid })).toMatchObject({ old_expires_at: expires_at });
  });
});

describe("plans", () => {
  test("end when their businesses have another one", async () => {
    const plan = await run("plan create", { reseller_uuid, name: "Basic" });
    await run("business set-plan", { business_uuid: estate.business, plan_uuid: plan.uuid });
    expect(await refusal("plan delete", { uuid: plan.uuid })).toBe(
      "Businesses have the plan: say with --move-to which one they get.",
    );
    const foreign = await createReseller();
    for (const move_to of [plan.uuid, foreign.default_plan_uuid, MISSING_UUID]) {
      expect(await refusal("plan delete", { uuid: plan.uuid, move_to })).toMatch(
        /^--move-to must be another plan of the same reseller/,
      );
    }
    const move_to = estate.reseller.planUuid;
    expect(await run("plan delete", { uuid: plan.uuid, move_to })).toStrictEqual({
      ...{ uuid: plan.uuid, name: "Basic", moved: 1, deleted: true },
    });
    const { body } = await call("GET /v1/businesses/{business_uuid}", {
      key,
      uuid: estate.business,
    });
    expect(body.data.plan_uuid).toBe(move_to);
    expect(await run("plan list", { reseller_uuid })).toHaveLength(1);
    expect(await refusal("plan delete", { uuid: plan.uuid })).toMatch(/^There is no plan /);
  });

  test("end without --move-to where no business has them, and the default one never", async () => {
    const { uuid } = await run("plan create", { reseller_uuid, name: "Basic" });
    expect(await run("plan delete", { uuid })).toMatchObject({ moved: 0, deleted: true });
    expect(await refusal("plan delete", { uuid: estate.reseller.planUuid })).toBe(
      `"Standard" is the reseller's default plan: make another one the default with "plan update UUID --default" first.`,
    );
  });
});

describe("custom fields", () => {
  const create = (more = {}) =>
    run("custom-field create", { reseller_uuid, name: "Tier", type: "text", ...more });
  const createBusiness = (custom_fields: object[]) =>
    call("POST /v1/businesses", {
      key,
      query: { userUuid: estate.user },
      body: { ...businessBody, custom_fields },
    });

  test("are made optional", async () => {
    const field = await create({ required: true });
    expect(await createBusiness([])).toMatchObject({ status: 422 });
    const updated = await run("custom-field update", {
      ...{ uuid: field.uuid, reseller_uuid, required: false },
    });
    expect(updated).toStrictEqual({
      ...field,
      is_required: false,
      updated_at: expect.stringMatching(TIMESTAMP),
    });
    expect(await createBusiness([])).toMatchObject({ status: 200 });
  });

  test("are renamed, and a select gets other options", async () => {
    const options = ["gold", "silver"];
    const { uuid } = await create({ type: "select", options });
    await create({ name: "Note" });
    const update = (more: object) =>
      answer("custom-field update", { uuid, reseller_uuid, ...more });
    expect(await update({ name: "Level", options: ["1"] })).toMatchObject({
      result: { name: "Level", options: ["1"], is_required: false },
    });
    expect(await createBusiness([{ Level: "1" }])).toMatchObject({ status: 200 });
    for (const [more, message] of [
      [{ name: "Note" }, 'The reseller has a custom field "Note" already: choose another name.'],
      [{ name: "prototype" }, 'A custom field can\'t have the name "prototype": choose another.'],
      [{}, "Nothing to change: give --name, --options, --required or --no-required."],
      [{ options: [] }, "--options takes 1 to 100 choices, separated by commas."],
    ] as const) {
      expect(await update(more)).toStrictEqual({ ok: false, message });
    }
    const missing = { uuid: MISSING_UUID, reseller_uuid, name: "x" };
    expect(await refusal("custom-field update", missing)).toMatch(/has no custom field 0190/);
    const text = await create({ name: "Plain" });
    expect(
      await refusal("custom-field update", { uuid: text.uuid, reseller_uuid, options: ["a"] }),
    ).toBe("A text field takes no --options.");
  });

  test("are deleted, and the values of businesses are not shown any more", async () => {
    const { uuid } = await create();
    const { body } = await createBusiness([{ Tier: "gold" }]);
    const input = { uuid, reseller_uuid };
    expect(await refusal("custom-field delete", input)).toBe(
      `This deletes the custom field "Tier", with every business's value of it, for good. Add --yes to do it.`,
    );
    await run("custom-field delete", { ...input, yes: true });
    expect(await listCustomFields(reseller_uuid)).toStrictEqual([]);
    const request = { key, uuid: body.data.uuid };
    const shown = await call("GET /v1/businesses/{business_uuid}", request);
    expect(shown).toMatchObject({ status: 200, body: { data: { custom_field_values: [] } } });
    const listed = await call("GET /v1/businesses", { key, query: { userUuid: estate.user } });
    expect(listed.status).toBe(200);
    expect(await refusal("custom-field delete", { ...input, yes: true })).toMatch(/has no custom/);
  });
});
