import { beforeEach, describe, expect, test } from "vitest";
import { call } from "../../support/api.ts";
import { businessBody, makeCustomFields, makeEstate } from "../../support/factories.ts";
import { answer, createReseller, listCustomFields, refusal, run, TIMESTAMP, UUID } from "./run.ts";

interface FieldResult {
  name: string;
}

test("creates text and select fields, and lists them oldest first", async () => {
  const { uuid: reseller_uuid } = await createReseller();
  const common = {
    uuid: expect.stringMatching(UUID),
    reseller_uuid,
    created_at: expect.stringMatching(TIMESTAMP),
    updated_at: null,
  };
  const text = await run("custom-field create", { reseller_uuid, name: "Note", type: "text" });
  expect(text).toStrictEqual({
    ...common,
    name: "Note",
    type: "text",
    options: null,
    is_required: false,
  });
  const select = await run("custom-field create", {
    reseller_uuid,
    name: "Tier",
    type: "select",
    options: ["gold", " silver "],
    required: true,
  });
  expect(select).toStrictEqual({
    ...common,
    name: "Tier",
    type: "select",
    options: ["gold", "silver"],
    is_required: true,
  });
  expect(await listCustomFields(reseller_uuid)).toStrictEqual([text, select]);
});

test("refuses a name that another field has, also if both are created at once", async () => {
  const { uuid: reseller_uuid } = await createReseller();
  const other = await createReseller();
  const create = (uuid: string) =>
    answer("custom-field create", { reseller_uuid: uuid, name: "Note", type: "text" });
  const answers = await Promise.all([create(reseller_uuid), create(reseller_uuid)]);
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
  expect(answers.filter(({ ok }) => !ok)).toStrictEqual([
    {
      ok: false,
      message: 'The reseller has a custom field "Note" already: choose another name.',
    },
  ]);
  expect(await create(reseller_uuid)).toMatchObject({ ok: false });
  expect(await create(other.uuid)).toMatchObject({ ok: true });
  expect(await listCustomFields(reseller_uuid)).toHaveLength(1);
});

test("keeps all fields that are created at once", async () => {
  const { uuid: reseller_uuid } = await createReseller();
  const names = Array.from({ length: 6 }, (_, count) => `Field ${count}`);
  await Promise.all(
    names.map((name) => run("custom-field create", { reseller_uuid, name, type: "text" })),
  );
  const listed: FieldResult[] = await listCustomFields(reseller_uuid);
  expect(listed.map(({ name }) => name).sort()).toStrictEqual(names);
});

test("takes 50 fields a reseller, and no more", async () => {
  const { uuid: reseller_uuid } = await createReseller();
  const fields = Array.from({ length: 49 }, (_, count) => ({ name: `Field ${count}` }));
  await makeCustomFields({ uuid: reseller_uuid, key: "", planUuid: "" }, fields);
  const create = (name: string) =>
    answer("custom-field create", { reseller_uuid, name, type: "text" });
  expect(await create("The 50th")).toMatchObject({ ok: true });
  expect(await create("One more")).toStrictEqual({
    ok: false,
    message: "The reseller has 50 custom fields, which is the most it can have.",
  });
  expect(await listCustomFields(reseller_uuid)).toHaveLength(50);
});

test("takes a select with 100 options, unless they make a business too large", async () => {
  const { uuid: reseller_uuid } = await createReseller();
  const options = Array.from({ length: 100 }, (_, n) => `${n}`.padEnd(90, "€"));
  const field = { reseller_uuid, type: "select", options };
  expect(await run("custom-field create", { ...field, name: "A" })).toMatchObject({ options });
  expect(await refusal("custom-field create", { ...field, name: "B" })).toMatch(
    /^The reseller's custom fields together would take \d{5} bytes of each business, more than 30000: give fewer or shorter options\.$/,
  );
  expect(await listCustomFields(reseller_uuid)).toHaveLength(1);
});

describe("custom fields of a reseller with businesses", () => {
  let estate: Awaited<ReturnType<typeof makeEstate>>;
  let key: string;
  let reseller_uuid: string;

  beforeEach(async () => {
    estate = await makeEstate();
    ({ key, uuid: reseller_uuid } = estate.reseller);
  });

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
    await create({ name: "Größe" });
    const update = (more: object) =>
      answer("custom-field update", { uuid, reseller_uuid, ...more });
    expect(await update({ name: "Level", options: ["1"] })).toMatchObject({
      result: { name: "Level", options: ["1"], is_required: false },
    });
    expect(await createBusiness([{ Level: "1" }])).toMatchObject({ status: 200 });
    for (const [more, message] of [
      [{ name: "Note" }, 'The reseller has a custom field "Note" already: choose another name.'],
      [
        { name: "Größe".normalize("NFD") },
        'The reseller has a custom field "Größe" already: choose another name.',
      ],
      [{}, "Nothing to change: give --name, --options, --required or --no-required."],
    ] as const) {
      expect(await update(more)).toStrictEqual({ ok: false, message });
    }
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
