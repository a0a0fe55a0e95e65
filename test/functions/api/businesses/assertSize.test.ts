import { expect, test } from "vitest";
import { assertSize } from "../../../../functions/api/businesses/businesses.ts";
import type { BusinessRecord } from "../../../../shared/entities/business.ts";
import type { CustomFieldRecord } from "../../../../shared/entities/customFields.ts";
import { newListed } from "../../../../shared/lists/createListed.ts";
import { timestamp } from "../../../../shared/platform/time.ts";
import { newUuid } from "../../../../shared/platform/uuid.ts";
import { BUSINESS_BYTES, businessBytes } from "../../../../shared/resources/business.ts";
import { call } from "../../../support/api.ts";
import { invalid } from "../../../support/expected.ts";
import {
  businessBody,
  makeCustomFields,
  makeReseller,
  makeUser,
} from "../../../support/factories.ts";

const LENGTH = {
  length:
    "The business must be <= 30000 bytes of JSON, with the values of its custom fields; quotation marks and backslashes count twice",
};
const field = {
  ...{ uuid: newUuid(), name: "note", type: "text", is_required: false },
  created_at: timestamp(),
} as CustomFieldRecord;

/** A business with texts of these lengths. */
function businessOf({ products = 0, value = 0, industry = 0 }): BusinessRecord {
  const text = (length: number) => "x".repeat(length);
  const created_at = timestamp();
  return newListed({
    place: { reseller_uuid: newUuid(), user_uuid: newUuid() },
    sequence: 0,
    attributes: {
      name: "Bakery",
      industry: text(industry),
      products: [text(products)],
      plan_uuid: newUuid(),
      custom_field_values: [
        { uuid: newUuid(), custom_field_uuid: field.uuid, value: text(value), created_at },
      ],
    },
  } as never);
}

const all = { name: "", industry: "", products: [], custom_fields: [] };
const errorOf = (blamed: string) => expect.objectContaining({ errors: { [blamed]: LENGTH } });

test("a business may take 30,000 bytes, and no more", () => {
  const room = BUSINESS_BYTES - businessBytes(businessOf({}), [field]);
  expect(() => assertSize(businessOf({ products: room }), [field], all)).not.toThrow();
  const larger = businessOf({ products: room + 1 });
  expect(() => assertSize(larger, [field], all)).toThrow(errorOf("products"));
});

test.each([
  ["products", { products: 20_000, value: 10_000 }, all],
  ["custom_fields", { products: 10_000, value: 20_000 }, all],
  ["industry", { products: 9_000, value: 10_000, industry: 20_000 }, all],
  ["products", { products: 10_000, value: 20_000 }, { name: "", products: [] }],
  ["name", { value: 40_000 }, {}],
])("the error names the largest field that was sent: %s", (blamed, lengths, sent) => {
  expect(() => assertSize(businessOf(lengths), [field], sent)).toThrow(errorOf(blamed));
});

test("a change counts the existing values of custom fields", async () => {
  const reseller = await makeReseller();
  const { key } = reseller;
  const userUuid = await makeUser(reseller);
  const names = Array.from({ length: 20 }, (_, index) => `field ${index}`);
  await makeCustomFields(
    reseller,
    names.map((name) => ({ name })),
  );
  const custom_fields = names.map((name) => ({ [name]: "😀".repeat(255) }));
  const body = { ...businessBody, custom_fields };
  const { data } = (await call("POST /v1/businesses", { key, query: { userUuid }, body })).body;
  const change = (count: number) => {
    const products = Array(count).fill("p".repeat(255));
    const request = { key, uuid: data.uuid, body: { products } };
    return call("PATCH /v1/businesses/{business_uuid}", request);
  };
  expect((await change(30)).status).toBe(200);
  expect(await change(40)).toEqual(invalid({ products: LENGTH }));
});
