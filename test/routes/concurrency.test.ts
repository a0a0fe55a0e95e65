import { beforeEach, expect, test } from "vitest";
import { call } from "../support/api.ts";
import { notFound } from "../support/expected.ts";
import { type Estate, makeEstate, onboardingBody } from "../support/factories.ts";

let estate: Estate;
let key: string;

beforeEach(async () => {
  estate = await makeEstate();
  key = estate.reseller.key;
});

function atOnce<Result>(work: (index: number) => Promise<Result>, times: number) {
  return Promise.all(Array.from({ length: times }, (_, index) => work(index)));
}

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
