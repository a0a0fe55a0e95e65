import { expect, test } from "vitest";
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
  const create = (count: number) =>
    answer("custom-field create", { reseller_uuid, name: `Field ${count}`, type: "text" });
  for (let count = 1; count <= 50; count += 1) {
    expect(await create(count)).toMatchObject({ ok: true });
  }
  expect(await create(51)).toStrictEqual({
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

test.each([
  [{ name: "__proto__" }, 'A custom field can\'t have the name "__proto__": choose another.'],
  [{ options: ["a"] }, "A text field takes no --options: leave them out, or use --type select."],
  [{ type: "select" }, "A select field needs --options: its choices, separated by commas."],
  [{ type: "select", options: ["a", "b", " a"] }, "--options must not name a choice twice."],
])("refuses %j and writes nothing", async (wrong, message) => {
  const { uuid: reseller_uuid } = await createReseller();
  const input = { reseller_uuid, name: "Field", type: "text", ...wrong };
  expect(await refusal("custom-field create", input)).toBe(message);
  expect(await listCustomFields(reseller_uuid)).toStrictEqual([]);
});
