import { beforeEach, describe, expect, test } from "vitest";
import { call } from "../support/api.ts";
import { notFound } from "../support/expected.ts";
import {
  businessBody,
  type Estate,
  makeCustomFields,
  makeEstate,
  onboardingBody,
} from "../support/factories.ts";

const AT_ONCE = 8;

let estate: Estate;
let key: string;

beforeEach(async () => {
  estate = await makeEstate();
  key = estate.reseller.key;
});

function atOnce<Result>(work: (index: number) => Promise<Result>, times = AT_ONCE) {
  return Promise.all(Array.from({ length: times }, (_, index) => work(index)));
}

test.each([
  ["POST /v1/websites", { hostname: "example.com" }],
  ["POST /v1/competitors", { hostname: "example.com" }],
  ["POST /v1/businesses", businessBody],
  ["POST /v1/webhooks", { hostname: "https://example.com" }],
])("many concurrent %s all succeed and are listed once each", async (route, body) => {
  const { user: userUuid, business: businessUuid } = estate;
  const query = { userUuid, businessUuid, per_page: "100" };
  const list = route.replace("POST", "GET");
  const uuidsOf = (records: { uuid: string }[]) => records.map(({ uuid }) => uuid);
  const before = uuidsOf((await call(list, { key, query })).body.data);
  const created = await atOnce(() => call(route, { key, query, body }));
  expect(created.map(({ status }) => status)).toEqual(Array(AT_ONCE).fill(200));
  const after = (await call(list, { key, query })).body;
  const expected = [...before, ...created.map((response) => response.body.data.uuid)];
  expect(uuidsOf(after.data).toSorted()).toEqual(expected.toSorted());
  expect(after.meta?.total ?? expected.length).toBe(expected.length);
});

describe("two concurrent updates of different fields both take effect", () => {
  const cases = [
    ["competitors", "competitor", { city: "York" }, { county: "Yorkshire" }],
    ["businesses", "business", { name: "Other" }, { industry: "Bakery" }],
  ] as const;

  test.each(cases)("%s", async (path, kind, one, two) => {
    const uuid = estate[kind];
    const route = `PATCH /v1/${path}/{${kind}_uuid}`;
    for (let round = 0; round < 2; round += 1) {
      const suffix = (body: object) =>
        Object.fromEntries(
          Object.entries(body).map(([field, text]) => [field, `${text} ${round}`]),
        );
      const bodies = [suffix(one), suffix(two)];
      const responses = await Promise.all(bodies.map((body) => call(route, { key, uuid, body })));
      expect(responses.map(({ status }) => status)).toEqual([200, 200]);
      const fetched = await call(`GET /v1/${path}/{${kind}_uuid}`, { key, uuid });
      expect(fetched.body.data).toMatchObject({ ...bodies[0], ...bodies[1] });
      const query = { businessUuid: estate.business, userUuid: estate.user };
      const list = (await call(`GET /v1/${path}`, { key, query })).body.data;
      expect(list).toContainEqual(fetched.body.data);
    }
  });

  test("custom fields", async () => {
    await makeCustomFields(estate.reseller, [{ name: "one" }, { name: "two" }]);
    const uuid = estate.business;
    await Promise.all(
      ["one", "two"].map((name) => {
        const body = { custom_fields: [{ [name]: `value of ${name}` }] };
        return call("PATCH /v1/businesses/{business_uuid}", { key, uuid, body });
      }),
    );
    const { body } = await call("GET /v1/businesses/{business_uuid}", { key, uuid });
    const values = body.data.custom_field_values.map(({ value }: { value: string }) => value);
    expect(values.toSorted()).toEqual(["value of one", "value of two"]);
  });
});

test.each([
  ["businesses", "business"],
  ["websites", "website"],
  ["competitors", "competitor"],
  ["webhooks", "webhook"],
] as const)(
  "of two deletions at once in %s one succeeds and one finds nothing",
  async (table, kind) => {
    const route = `DELETE /v1/${table}/{${kind}_uuid}`;
    const responses = await atOnce(() => call(route, { key, uuid: estate[kind] }), 2);
    const [first, second] = responses.toSorted((a, b) => a.status - b.status);
    expect(first?.status).toBe(200);
    expect(second).toEqual(notFound(table));
  },
);

test("of five concurrent onboardings of one e-mail address one succeeds", async () => {
  const body = onboardingBody();
  const responses = await atOnce(() => call("POST /v1/onboarding", { key, body }), 5);
  const statuses = responses.map(({ status }) => status).toSorted();
  expect(statuses).toEqual([200, 422, 422, 422, 422]);
  const refused = responses.find(({ status }) => status === 422);
  expect(refused?.body.errors).toEqual({ email: { unique: "Email belongs to a user already" } });
  const users = (await call("GET /v1/users", { key })).body.data;
  expect(users.filter(({ email }: { email: string }) => email === body.email)).toHaveLength(1);
});

test("a record can be fetched and is listed as soon as it is created", async () => {
  await atOnce(async () => {
    const query = { businessUuid: estate.business, per_page: "100" };
    const request = { key, query, body: { hostname: "example.com" } };
    const { data } = (await call("POST /v1/websites", request)).body;
    const fetched = await call("GET /v1/websites/{website_uuid}", { key, uuid: data.uuid });
    expect(fetched.body).toEqual({ data });
    expect((await call("GET /v1/websites", { key, query })).body.data).toContainEqual(data);
  });
});
