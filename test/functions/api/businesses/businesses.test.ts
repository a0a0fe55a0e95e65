import { beforeAll, describe, expect, test } from "vitest";
import { Business } from "../../../../shared/entities/business.ts";
import { call } from "../../../support/api.ts";
import { invalid, notFound, ok } from "../../../support/expected.ts";
import {
  addressBody,
  businessBody,
  makeBusiness,
  makeCustomFields,
  makeReseller,
  makeUser,
  onboardingBody,
  type TestReseller,
} from "../../../support/factories.ts";
import { followReseller } from "../../../support/follow.ts";

const DELETE = "DELETE /v1/businesses/{business_uuid}";

let reseller: TestReseller;
let key: string;
let userUuid: string;

beforeAll(async () => {
  reseller = await makeReseller();
  key = reseller.key;
  userUuid = await makeUser(reseller);
});

test("the size of a business includes its custom field values", async () => {
  const own = await makeReseller();
  const query = { userUuid: await makeUser(own) };
  const names = Array.from({ length: 20 }, (_, index) => `field ${index}`);
  await makeCustomFields(
    own,
    names.map((name) => ({ name })),
  );
  const custom_fields = names.map((name) => ({ [name]: "😀".repeat(255) }));
  const products = (count: number) => Array(count).fill("p".repeat(255));
  const create = (count: number) => {
    const body = { ...businessBody, products: products(count), custom_fields };
    return call("POST /v1/businesses", { key: own.key, query, body });
  };
  const length =
    "The business must be <= 30000 bytes of JSON, with the values of its custom fields; quotation marks and backslashes count twice";
  expect(await create(40)).toEqual(invalid({ products: { length } }));
  const { uuid } = (await create(0)).body.data;
  const change = (count: number) => {
    const request = { key: own.key, uuid, body: { products: products(count) } };
    return call("PATCH /v1/businesses/{business_uuid}", request);
  };
  expect((await change(30)).status).toBe(200);
  expect(await change(40)).toEqual(invalid({ products: { length } }));
});

describe("the address of a business", () => {
  const READ = "GET /v1/businesses/{business_uuid}/address";
  const CHANGE = "PATCH /v1/businesses/{business_uuid}/address";
  const EMPTY = {
    ...{ address_line_1: "", address_line_2: "", address_line_3: "", city: "", county: "" },
    ...{ postcode: "", phone_number: "", country_code: "" },
  };

  test("is the one of its onboarding", async () => {
    const [{ uuid }] = (await call("GET /v1/businesses", { key, query: { userUuid } })).body.data;
    const { business_name: _, hostname: __, ...address } = onboardingBody().business;
    expect(await call(READ, { key, uuid })).toEqual(ok({ data: address }));
    const body = { county: "", postcode: "", city: "Leeds" };
    const data = { ...address, ...body };
    const answer = { message: "Address updated", success: true, data };
    expect(await call(CHANGE, { key, uuid, body })).toEqual(ok(answer));
    expect((await call(READ, { key, uuid })).body.data).toEqual(data);
  });

  test("is empty at first, and its first change needs the required fields of an onboarding", async () => {
    const uuid = await makeBusiness(reseller, userUuid);
    expect(await call(READ, { key, uuid })).toEqual(ok({ data: EMPTY }));
    const required = "The business has no address yet, and needs this for one";
    const { city, ...rest } = addressBody;
    expect(await call(CHANGE, { key, uuid, body: { city } })).toEqual(
      invalid(Object.fromEntries(Object.keys(rest).map((field) => [field, { required }]))),
    );
    expect((await call(CHANGE, { key, uuid, body: {} })).body.data).toEqual(EMPTY);
    expect((await call(CHANGE, { key, uuid, body: addressBody })).body.data).toEqual({
      ...EMPTY,
      ...addressBody,
    });
  });

  test("is the address that the listings audit looks for", async () => {
    const uuid = await makeBusiness(reseller, userUuid);
    await call(CHANGE, { key, uuid, body: { ...addressBody, postcode: "LS1 1AA" } });
    const { data } = await Business.get({ reseller_uuid: reseller.uuid, uuid }).go();
    expect(data?.address).toMatchObject({ ...addressBody, postcode: "LS1 1AA" });
  });
});

describe("the known words of a business", () => {
  const READ = "GET /v1/businesses/{business_uuid}/known-words";
  const CHANGE = "PATCH /v1/businesses/{business_uuid}/known-words";

  test("replace the former ones, each kept once", async () => {
    const uuid = await makeBusiness(reseller, userUuid);
    expect(await call(READ, { key, uuid })).toEqual(ok({ data: { words: [] } }));
    const words = ["Bonzqit", "bonzQIT", "caf\u00e9s", "cafe\u0301s"];
    const data = { words: ["Bonzqit", "caf\u00e9s"] };
    expect(await call(CHANGE, { key, uuid, body: { words } })).toEqual(
      ok({ message: "Known words updated", success: true, data }),
    );
    expect((await call(CHANGE, { key, uuid, body: {} })).body.data).toEqual(data);
    expect(await call(READ, { key, uuid })).toEqual(ok({ data }));
    expect((await call(CHANGE, { key, uuid, body: { words: [] } })).body.data.words).toEqual([]);
  });

  test("come back with the business", async () => {
    const other = await makeReseller();
    const request = { key: other.key, uuid: await makeBusiness(other, await makeUser(other)) };
    await call(CHANGE, { ...request, body: { words: ["Bonzqit"] } });
    const stream = await followReseller(other.uuid);
    await call(DELETE, request);
    expect(await call(READ, request)).toEqual(notFound("businesses"));
    await stream.settle();
    await call("POST /v1/account/deleted/{deletion_uuid}/restore", request);
    expect((await call(READ, request)).body.data).toEqual({ words: ["Bonzqit"] });
  });
});
