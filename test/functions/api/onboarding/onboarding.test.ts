import { beforeEach, expect, test } from "vitest";
import { Business } from "../../../../shared/entities/business.ts";
import { call } from "../../../support/api.ts";
import { invalid, ok, TIMESTAMP, UUID } from "../../../support/expected.ts";
import { makeReseller, onboardingBody, type TestReseller } from "../../../support/factories.ts";

let reseller: TestReseller;
let key: string;

beforeEach(async () => {
  reseller = await makeReseller();
  key = reseller.key;
});

function onboard(body: unknown) {
  return call("POST /v1/onboarding", { key, body });
}

async function countUsers() {
  return (await call("GET /v1/users", { key })).body.meta.total;
}

test("answers the seven fields of the user", async () => {
  const { email, first_name, last_name, language_preference, ...rest } = onboardingBody();
  const person = { email, first_name, last_name, language_preference };
  expect(await onboard({ ...person, ...rest })).toEqual(
    ok({
      success: true,
      message: "User onboarded",
      data: { user: { uuid: UUID, ...person, created_at: TIMESTAMP, updated_at: null } },
    }),
  );
});

test("makes a user with a business on the default plan and a website", async () => {
  const body = onboardingBody();
  const { user } = (await onboard(body)).body.data;
  const users = await call("GET /v1/users", { key });
  expect(users.body.data).toMatchObject([{ uuid: user.uuid, country_code: "GB" }]);
  const businesses = await call("GET /v1/businesses", { key, query: { userUuid: user.uuid } });
  const [business] = businesses.body.data;
  expect(businesses.body.data).toEqual([
    {
      uuid: UUID,
      name: body.business.business_name,
      industry: "",
      products: [],
      reseller_uuid: reseller.uuid,
      plan_uuid: reseller.planUuid,
      created_at: TIMESTAMP,
      updated_at: TIMESTAMP,
      custom_field_values: [],
    },
  ]);
  const websites = await call("GET /v1/websites", { key, query: { businessUuid: business.uuid } });
  expect(websites.body.data).toEqual([
    {
      uuid: UUID,
      hostname: body.business.hostname,
      business_uuid: business.uuid,
      is_hostname_up: true,
      created_at: TIMESTAMP,
      updated_at: TIMESTAMP,
    },
  ]);
});

test("keeps the postal address and phone number with the business", async () => {
  const body = onboardingBody();
  const { address_line_2: _, address_line_3: __, ...business } = body.business;
  const { user } = (await onboard({ ...body, business })).body.data;
  const listed = await call("GET /v1/businesses", { key, query: { userUuid: user.uuid } });
  const { uuid } = listed.body.data[0];
  const { data } = await Business.get({ reseller_uuid: reseller.uuid, uuid }).go();
  const { business_name: _name, hostname: _hostname, ...address } = body.business;
  expect(data?.address).toEqual({ ...address, address_line_2: "", address_line_3: "" });
});

test("starts the sequences that later businesses and websites continue", async () => {
  const userUuid = (await onboard(onboardingBody())).body.data.user.uuid;
  const body = { name: "Second", industry: "", products: [] };
  await call("POST /v1/businesses", { key, query: { userUuid }, body });
  const { data } = (await call("GET /v1/businesses", { key, query: { userUuid } })).body;
  expect(data.map(({ name }: { name: string }) => name)).toEqual(["Analytical Engines", "Second"]);
  const query = { businessUuid: data[0].uuid };
  await call("POST /v1/websites", { key, query, body: { hostname: "second.example" } });
  const websites = (await call("GET /v1/websites", { key, query })).body.data;
  expect(websites).toMatchObject([
    { hostname: "https://engines.example.com" },
    { hostname: "second.example" },
  ]);
});

test("takes an e-mail address once within a reseller, whatever its case", async () => {
  const body = onboardingBody();
  await onboard(body);
  const conflict = invalid({ email: { unique: "Email belongs to a user already" } });
  expect(await onboard(body)).toEqual(conflict);
  expect(await onboard({ ...body, email: body.email.toUpperCase() })).toEqual(conflict);
  expect(await countUsers()).toBe(1);
});

test("takes an e-mail address that another reseller's user has", async () => {
  const body = onboardingBody();
  await onboard(body);
  const other = await makeReseller();
  expect(await call("POST /v1/onboarding", { key: other.key, body })).toMatchObject({
    status: 200,
  });
});

test("creates nothing if it is refused", async () => {
  const body = onboardingBody();
  await onboard({ ...body, business: { ...body.business, country_code: "XX" } });
  expect(await countUsers()).toBe(0);
  expect(await onboard(body)).toMatchObject({ status: 200 });
});

test("missing optional fields of the address are stored empty", async () => {
  const { business, ...person } = onboardingBody();
  const {
    address_line_2: _,
    address_line_3: __,
    county: ___,
    postcode: ____,
    ...required
  } = business;
  const { user } = (await onboard({ ...person, business: required })).body.data;
  const { body } = await call("GET /v1/businesses", { key, query: { userUuid: user.uuid } });
  const { uuid } = body.data[0];
  const { data } = await Business.get({ reseller_uuid: reseller.uuid, uuid }).go();
  expect(data?.address).toMatchObject({
    address_line_2: "",
    address_line_3: "",
    county: "",
    postcode: "",
  });
});
