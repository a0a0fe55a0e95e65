import { beforeAll, describe, expect, test } from "vitest";
import { Business } from "../../../../shared/entities/business.ts";
import { call } from "../../../support/api.ts";
import { invalid, meta, notFound, ok, TIMESTAMP, UUID } from "../../../support/expected.ts";
import {
  addressBody,
  businessBody,
  makeBusiness,
  makeReseller,
  makeUser,
  onboardingBody,
  type TestReseller,
} from "../../../support/factories.ts";
import { followReseller } from "../../../support/follow.ts";

const FETCH = "GET /v1/businesses/{business_uuid}";
const PATCH = "PATCH /v1/businesses/{business_uuid}";
const DELETE = "DELETE /v1/businesses/{business_uuid}";

let reseller: TestReseller;
let key: string;
let userUuid: string;

beforeAll(async () => {
  reseller = await makeReseller();
  key = reseller.key;
  userUuid = await makeUser(reseller);
});

/** A business in the answer of an update. */
function business(more: Record<string, unknown> = {}) {
  return {
    uuid: UUID,
    ...businessBody,
    reseller_uuid: reseller.uuid,
    created_at: TIMESTAMP,
    updated_at: TIMESTAMP,
    plan_uuid: reseller.planUuid,
    ...more,
  };
}

/** A business in the answers of all other endpoints. */
function wholeBusiness(more: Record<string, unknown> = {}) {
  return business({ custom_field_values: [], ...more });
}

function create(body: unknown) {
  return call("POST /v1/businesses", { key, query: { userUuid }, body });
}

describe("POST /v1/businesses", () => {
  test("creates a business on the reseller's default plan", async () => {
    const response = await create(businessBody);
    expect(response).toEqual(
      ok({ message: "Business created", success: true, data: wholeBusiness() }),
    );
    expect(response.body.data.updated_at).toBe(response.body.data.created_at);
    const { uuid } = response.body.data;
    expect(await call(FETCH, { key, uuid })).toEqual(ok({ data: response.body.data }));
  });

  test("takes an empty industry and no products", async () => {
    const body = { name: "N", industry: "", products: [] };
    expect((await create(body)).body.data).toEqual(wholeBusiness(body));
  });

  test("ignores unknown fields and those that only the service sets", async () => {
    const other = {
      uuid: userUuid,
      reseller_uuid: userUuid,
      plan_uuid: userUuid,
      website_sequence: 7,
    };
    const { body } = await create({ ...businessBody, ...other });
    expect(body.data).toEqual(wholeBusiness());
    expect(body.data.uuid).not.toBe(userUuid);
  });
});

describe("GET /v1/businesses", () => {
  test("lists a user's businesses, the one of the onboarding first", async () => {
    userUuid = await makeUser(reseller);
    const uuid = await makeBusiness(reseller, userUuid);
    const first = { name: onboardingBody().business.business_name, industry: "", products: [] };
    expect(await call("GET /v1/businesses", { key, query: { userUuid } })).toEqual(
      ok({
        data: [wholeBusiness(first), wholeBusiness({ uuid })],
        meta: meta(2, `https://api.example.com/v1/businesses?userUuid=${userUuid}&page=1`),
      }),
    );
  });
});

describe("PATCH /v1/businesses/{business_uuid}", () => {
  test.each([
    { name: "Other" },
    { industry: "" },
    { products: ["a", "b"] },
    { name: "Other", industry: "Bakery", products: [] },
    {},
    { plan_uuid: "ignored", uuid: "ignored", custom_field_values: [] },
  ])("changes the fields sent and keeps the others: %j", async (body) => {
    const uuid = await makeBusiness(reseller, userUuid);
    const {
      plan_uuid: _,
      custom_field_values: __,
      ...changes
    } = { ...body, uuid } as Record<string, unknown>;
    expect(await call(PATCH, { key, uuid, body })).toEqual(
      ok({ message: "Business updated", success: true, data: business(changes) }),
    );
    expect(await call(FETCH, { key, uuid })).toEqual(ok({ data: wholeBusiness(changes) }));
    const list = await call("GET /v1/businesses", { key, query: { userUuid } });
    expect(list.body.data.at(-1)).toEqual(wholeBusiness(changes));
  });

  test("refuses null, and a name of 100 characters", async () => {
    const uuid = await makeBusiness(reseller, userUuid);
    const body = { name: "n".repeat(100), industry: null, products: null, custom_fields: null };
    expect(await call(PATCH, { key, uuid, body })).toEqual(
      invalid({
        name: { length: "Business name must be < 100 characters" },
        industry: { type: "Industry must be a string" },
        products: { type: "Products must be an array" },
        custom_fields: { type: "Custom fields must be an array" },
      }),
    );
    expect(await call(FETCH, { key, uuid })).toEqual(ok({ data: wholeBusiness() }));
  });
});

describe("DELETE /v1/businesses/{business_uuid}", () => {
  test("deletes a business at once, and once", async () => {
    userUuid = await makeUser(reseller);
    const uuid = await makeBusiness(reseller, userUuid);
    expect(await call(DELETE, { key, uuid })).toEqual(
      ok({ success: true, message: "Business deleted" }),
    );
    expect(await call(FETCH, { key, uuid })).toEqual(notFound("businesses"));
    expect(await call(PATCH, { key, uuid, body: {} })).toEqual(notFound("businesses"));
    expect(await call(DELETE, { key, uuid })).toEqual(notFound("businesses"));
    const list = await call("GET /v1/businesses", { key, query: { userUuid } });
    expect(list.body).toMatchObject({ data: [{}], meta: { total: 1 } });
  });
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
    const headers = { "if-match": '"of another version"' };
    const refused = await call(CHANGE, { key, uuid, headers, body: { words: [] } });
    expect(refused.status).toBe(412);
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
