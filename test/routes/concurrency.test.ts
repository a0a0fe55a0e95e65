import { beforeEach, expect, test } from "vitest";
import { call } from "../support/api.ts";
import { notFound } from "../support/expected.ts";
import { businessBody, type Estate, makeEstate, onboardingBody } from "../support/factories.ts";

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
