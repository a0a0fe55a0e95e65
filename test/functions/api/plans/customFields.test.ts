import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { CustomFieldRecord } from "../../../../shared/entities/customFields.ts";
import { call } from "../../../support/api.ts";
import { invalid, ok, TIMESTAMP, UUID } from "../../../support/expected.ts";
import {
  businessBody,
  makeCustomer,
  makeCustomFields,
  type TestReseller,
} from "../../../support/factories.ts";

const FETCH = "GET /v1/businesses/{business_uuid}";
const PATCH = "PATCH /v1/businesses/{business_uuid}";
const LONGEST = "😀".repeat(255);

let reseller: TestReseller;
let key: string;
let userUuid: string;
let manager: CustomFieldRecord;
let size: CustomFieldRecord;

beforeAll(async () => {
  ({ reseller, user: userUuid } = await makeCustomer());
  key = reseller.key;
});

beforeEach(async () => {
  [manager, size] = (await makeCustomFields(reseller, [
    { name: "Account manager", is_required: true },
    { name: "Size", options: ["small", "large"], updated_at: "2026-01-31T09:30:00+00:00" },
  ])) as [CustomFieldRecord, CustomFieldRecord];
});

function create(custom_fields?: unknown) {
  const body = { ...businessBody, custom_fields };
  return call("POST /v1/businesses", { key, query: { userUuid }, body });
}

function value(business_uuid: string, field: CustomFieldRecord, text: string) {
  return {
    uuid: UUID,
    business_uuid,
    custom_field_uuid: field.uuid,
    value: text,
    created_at: TIMESTAMP,
    updated_at: null as string | null,
    custom_field: {
      uuid: field.uuid,
      reseller_uuid: reseller.uuid,
      name: field.name,
      type: field.type,
      options: field.options ?? null,
      is_required: field.is_required,
      created_at: TIMESTAMP,
      updated_at: field.updated_at ?? null,
    },
  };
}

describe("custom_fields of a new business", () => {
  test("are returned with their fields, by create, fetch and list", async () => {
    const response = await create([{ Size: "large" }, { "Account manager": LONGEST }]);
    const { uuid } = response.body.data;
    const values = [value(uuid, size, "large"), value(uuid, manager, LONGEST)];
    expect(response.body.data.custom_field_values).toEqual(values);
    expect(await call(FETCH, { key, uuid })).toEqual(ok({ data: response.body.data }));
    const list = await call("GET /v1/businesses", { key, query: { userUuid } });
    expect(list.body.data.at(-1)).toEqual(response.body.data);
  });

  test.each<{ sent: unknown; rule: Record<string, string> }>([
    { sent: undefined, rule: { required: 'The custom field "Account manager" is required' } },
    { sent: [], rule: { required: 'The custom field "Account manager" is required' } },
    {
      sent: [{ Size: "large" }],
      rule: { required: 'The custom field "Account manager" is required' },
    },
    {
      sent: [{ "Account manager": "Kim" }, { Size: "huge" }],
      rule: { options: 'The custom field "Size" must be one of its options' },
    },
    {
      sent: [{ "Account manager": "Kim" }, { colour: "red" }],
      rule: { exists: 'There is no custom field "colour"' },
    },
    {
      sent: [{ "Account manager": "Kim" }, { "Account manager": "Lee" }],
      rule: { unique: 'The custom field "Account manager" is given twice' },
    },
    {
      sent: [{ "Account manager": "" }],
      rule: { required: 'The custom field "Account manager" is required' },
    },
  ])("are refused: $rule", async ({ sent, rule }) => {
    expect(await create(sent)).toEqual(invalid({ custom_fields: rule }));
  });

  test("are compared with names and options in Unicode NFC", async () => {
    const decomposed = (text: string) => text.normalize("NFD");
    await makeCustomFields(reseller, [
      { name: "Größe", options: ["groß", decomposed("übergroß")] },
    ]);
    const sent = [{ [decomposed("Größe")]: decomposed("groß") }];
    const { uuid, custom_field_values } = (await create(sent)).body.data;
    expect(custom_field_values).toMatchObject([{ value: "groß", custom_field: { name: "Größe" } }]);
    const body = { custom_fields: [{ Größe: "übergroß" }] };
    await call(PATCH, { key, uuid, body });
    expect((await call(FETCH, { key, uuid })).body.data.custom_field_values).toMatchObject([
      { value: decomposed("übergroß") },
    ]);
    expect(await create([...sent, { Größe: "groß" }])).toEqual(
      invalid({ custom_fields: { unique: expect.any(String) } }),
    );
  });

  test("can't name what reaches a prototype", async () => {
    const body = JSON.stringify({ ...businessBody, custom_fields: [] });
    const hostile = body.replace("[]", '[{"__proto__":"Kim"}]');
    expect(await call("POST /v1/businesses", { key, query: { userUuid }, body: hostile })).toEqual(
      invalid({ custom_fields: { type: expect.any(String) } }),
    );
  });
});

describe("custom_fields of an update", () => {
  test("replace the values sent and keep the others", async () => {
    const { data } = (await create([{ "Account manager": "Kim" }, { Size: "large" }])).body;
    const { uuid } = data;
    const [kim, large] = data.custom_field_values;
    const body = { custom_fields: [{ "Account manager": "Lee" }] };
    const response = await call(PATCH, { key, uuid, body });
    const { custom_field_values: _, ...business } = data;
    expect(response.body.data).toEqual({ ...business, updated_at: TIMESTAMP });
    const fetched = await call(FETCH, { key, uuid });
    expect(fetched.body.data.custom_field_values).toEqual([
      { ...kim, value: "Lee", updated_at: TIMESTAMP },
      large,
    ]);
  });

  test("are refused as those of a new business, without any change", async () => {
    const { data } = (await create([{ "Account manager": "Kim" }])).body;
    const body = { name: "Other", custom_fields: [{ Size: "small" }, { colour: "red" }] };
    const exists = 'There is no custom field "colour"';
    expect(await call(PATCH, { key, uuid: data.uuid, body })).toEqual(
      invalid({ custom_fields: { exists } }),
    );
    expect((await call(FETCH, { key, uuid: data.uuid })).body.data).toEqual(data);
  });

  test("add a value, and may omit a required one", async () => {
    const { uuid } = (await create([{ "Account manager": "Kim" }])).body.data;
    await call(PATCH, { key, uuid, body: { custom_fields: [{ Size: "small" }] } });
    const fetched = await call(FETCH, { key, uuid });
    expect(fetched.body.data.custom_field_values).toEqual([
      value(uuid, manager, "Kim"),
      value(uuid, size, "small"),
    ]);
  });
});

describe("a select", () => {
  test("is cleared by an empty string and then has no value", async () => {
    const { data } = (await create([{ "Account manager": "Kim" }, { Size: "large" }])).body;
    const clear = { custom_fields: [{ Size: "" }] };
    expect(await call(PATCH, { key, uuid: data.uuid, body: clear })).toMatchObject({ status: 200 });
    const fetched = (await call(FETCH, { key, uuid: data.uuid })).body.data;
    expect(fetched.custom_field_values).toEqual([data.custom_field_values[0]]);
    expect(await call(PATCH, { key, uuid: data.uuid, body: clear })).toMatchObject({ status: 200 });
  });

  test("has no value if a new business sends an empty string", async () => {
    const { data } = (await create([{ "Account manager": "Kim" }, { Size: "" }])).body;
    expect(data.custom_field_values).toEqual([value(data.uuid, manager, "Kim")]);
  });

  test("can't be cleared if it is required", async () => {
    await makeCustomFields(reseller, [{ name: "Size", options: ["small"], is_required: true }]);
    const { uuid } = (await create([{ Size: "small" }])).body.data;
    expect(await call(PATCH, { key, uuid, body: { custom_fields: [{ Size: "" }] } })).toEqual(
      invalid({ custom_fields: { required: 'The custom field "Size" is required' } }),
    );
  });

  test("keeps an emptied text field as an empty text", async () => {
    await makeCustomFields(reseller, [{ name: "Note" }]);
    const { uuid } = (await create([{ Note: "n" }])).body.data;
    await call(PATCH, { key, uuid, body: { custom_fields: [{ Note: "" }] } });
    const fetched = (await call(FETCH, { key, uuid })).body.data;
    expect(fetched.custom_field_values).toMatchObject([{ value: "" }]);
  });
});

describe("the list of custom fields", () => {
  const LIST = "GET /v1/custom-fields";

  test("has all fields of the reseller, as businesses show them", async () => {
    const { custom_field_values } = (await create([{ "Account manager": "K" }, { Size: "large" }]))
      .body.data;
    const fields = custom_field_values.map(
      ({ custom_field }: Record<string, object>) => custom_field,
    );
    expect(await call(LIST, { key })).toEqual(ok({ data: fields }));
  });
});
