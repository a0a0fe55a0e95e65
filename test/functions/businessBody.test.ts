import { beforeAll, expect, test } from "vitest";
import { call } from "../support/api.ts";
import { invalid } from "../support/expected.ts";
import { businessBody, makeReseller, makeUser } from "../support/factories.ts";

let key: string;
let userUuid: string;

beforeAll(async () => {
  const reseller = await makeReseller();
  key = reseller.key;
  userUuid = await makeUser(reseller);
});

function create(body: unknown) {
  return call("POST /v1/businesses", { key, query: { userUuid }, body });
}

test("needs a user, a name, an industry and products, and reports all at once", async () => {
  expect(await call("POST /v1/businesses", { key, body: {} })).toEqual(
    invalid({
      userUuid: { required: "userUuid is required" },
      name: { required: "Name is required" },
      industry: { required: "Industry is required" },
      products: { required: "Products is required" },
    }),
  );
});

test("refuses values of a wrong type", async () => {
  expect(await create({ name: 7, industry: ["x"], products: "engine", custom_fields: {} })).toEqual(
    invalid({
      name: { type: "Name must be a string" },
      industry: { type: "Industry must be a string" },
      products: { type: "Products must be an array" },
      custom_fields: { type: "Custom fields must be an array" },
    }),
  );
  expect(await create({ ...businessBody, products: ["engine", 7] })).toEqual(
    invalid({ products: { type: "Products must be an array of strings" } }),
  );
});

test("refuses a body full of wrong elements", async () => {
  const products = Array(130_000).fill(7);
  expect(await create({ ...businessBody, products })).toEqual(
    invalid({ products: { type: "Products must be an array of strings" } }),
  );
});

test("takes a name of 99 characters and refuses one of 100", async () => {
  const name = "😀".repeat(99);
  expect((await create({ ...businessBody, name })).body.data).toMatchObject({ name });
  expect(await create({ ...businessBody, name: "n".repeat(100) })).toEqual(
    invalid({ name: { length: "Business name must be < 100 characters" } }),
  );
  for (const empty of ["", " ", "\u00a0\u2003"]) {
    expect(await create({ ...businessBody, name: empty })).toEqual(
      invalid({ name: { required: "Business name must not be empty" } }),
    );
  }
});

test("takes 100 products of 255 characters and refuses more", async () => {
  const product = "p".repeat(255);
  const products = Array(100).fill(product);
  expect((await create({ ...businessBody, products })).body.data).toMatchObject({ products });
  expect(await create({ ...businessBody, products: [...products, "one more"] })).toEqual(
    invalid({ products: { max: "A business can have at most 100 products" } }),
  );
  expect(await create({ ...businessBody, products: ["ok", `${product}p`] })).toEqual(
    invalid({ products: { length: "Each product must be <= 255 characters" } }),
  );
});
