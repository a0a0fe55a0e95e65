import { expect, test } from "vitest";
import { users } from "../../shared/lists/users.ts";
import { call } from "../support/api.ts";
import { invalid, meta, ok, TIMESTAMP } from "../support/expected.ts";
import { makeReseller, makeUser, onboardingBody } from "../support/factories.ts";
import { fillList } from "../support/fill.ts";

const URL = "https://api.example.com/v1/users?page=1";

test("lists a reseller's users with their uuid, oldest first", async () => {
  const reseller = await makeReseller();
  const body = onboardingBody();
  const { user } = (await call("POST /v1/onboarding", { key: reseller.key, body })).body.data;
  const second = await makeUser(reseller);
  const shown = {
    uuid: user.uuid,
    first_name: body.first_name,
    last_name: body.last_name,
    email: body.email,
    avatar: null,
    language_preference: body.language_preference,
    country_code: body.business.country_code,
    suspended_at: null,
    created_at: TIMESTAMP,
    updated_at: null,
  };
  const email = expect.stringContaining("@example.com");
  expect(await call("GET /v1/users", { key: reseller.key })).toEqual(
    ok({ data: [shown, { ...shown, uuid: second, email }], meta: meta(2, URL) }),
  );
});

test("lists no users of a reseller that has none", async () => {
  const { key } = await makeReseller();
  expect(await call("GET /v1/users", { key })).toEqual(ok({ data: [], meta: meta(0, URL) }));
});

test("answers 422 for a page that is none", async () => {
  const { key } = await makeReseller();
  expect(await call("GET /v1/users", { key, query: { page: "0" } })).toEqual(
    invalid({ page: { min: "Page must be >= 1" } }),
  );
});

test("shows the avatar, suspension and update of a user that has them", async () => {
  const { uuid, key } = await makeReseller();
  const { email, first_name, last_name, language_preference } = onboardingBody();
  const user = {
    uuid,
    first_name,
    last_name,
    email,
    avatar: "https://example.com/ada.png",
    language_preference,
    country_code: "GB",
    suspended_at: "2026-02-28T09:30:00+00:00",
    created_at: "2026-01-31T09:30:00+00:00",
    updated_at: "2026-03-31T08:30:00+00:00",
  };
  await fillList(users.list({ reseller_uuid: uuid }), 1, () => user);
  expect((await call("GET /v1/users", { key })).body.data).toEqual([user]);
});
