import { expect, test } from "vitest";
import { removals } from "../../../../functions/workers/cleanup/removals.ts";
import { users } from "../../../../shared/lists/users.ts";
import { call } from "../../../support/api.ts";
import { meta, notFound, ok, TIMESTAMP } from "../../../support/expected.ts";
import {
  makeCustomer,
  makeReseller,
  makeUser,
  onboardingBody,
} from "../../../support/factories.ts";
import { fillList } from "../../../support/fill.ts";

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

test("shows a user's avatar, suspension and last update", async () => {
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

const FETCH = "GET /v1/users/{user_uuid}";
const PATCH = "PATCH /v1/users/{user_uuid}";
const DELETE = "DELETE /v1/users/{user_uuid}";

test("fetches a user as the list shows it", async () => {
  const { reseller, user: uuid } = await makeCustomer();
  const [listed] = (await call("GET /v1/users", { key: reseller.key })).body.data;
  expect(await call(FETCH, { key: reseller.key, uuid })).toEqual(ok({ data: listed }));
});

test("changes the fields sent and keeps the others", async () => {
  const { reseller, user: uuid } = await makeCustomer();
  const { key } = reseller;
  const before = (await call(FETCH, { key, uuid })).body.data;
  const sent = { first_name: "Grace", avatar: "https://example.com/grace.png" };
  const data = { ...before, ...sent, updated_at: TIMESTAMP };
  const done = { message: "User updated", success: true };
  expect(await call(PATCH, { key, uuid, body: sent })).toEqual(ok({ ...done, data }));
  expect((await call("GET /v1/users", { key })).body.data).toEqual([data]);
  const others = { last_name: "Hopper", language_preference: "fr-FR", avatar: "" };
  const changed = { ...data, ...others, avatar: null };
  expect(await call(PATCH, { key, uuid, body: others })).toEqual(ok({ ...done, data: changed }));
  const readOnly = { email: "other@example.com", country_code: "FR", suspended_at: null };
  expect((await call(PATCH, { key, uuid, body: readOnly })).body.data).toEqual(changed);
});

test("suspends a user once, and ends the suspension", async () => {
  const { reseller, user: uuid } = await makeCustomer();
  const { key } = reseller;
  const suspend = async (suspended: boolean) =>
    (await call(PATCH, { key, uuid, body: { suspended } })).body.data;
  const suspended = await suspend(true);
  expect(suspended.suspended_at).toEqual(TIMESTAMP);
  expect(await suspend(true)).toEqual(suspended);
  expect(await suspend(false)).toMatchObject({ suspended_at: null });
});

test("a change of a name leaves avatar and suspension as they are", async () => {
  const { reseller, user: uuid } = await makeCustomer();
  const { key } = reseller;
  const body = { avatar: "https://example.com/ada.png", suspended: true };
  const { data: before } = (await call(PATCH, { key, uuid, body })).body;
  const { data: after } = (await call(PATCH, { key, uuid, body: { first_name: "Eve" } })).body;
  expect(after).toEqual({ ...before, first_name: "Eve", updated_at: TIMESTAMP });
});

test("deletes a user at once, with all that belongs to the user, and frees the address", async () => {
  const reseller = await makeReseller();
  const { key, uuid: reseller_uuid } = reseller;
  const body = onboardingBody();
  const onboard = () => call("POST /v1/onboarding", { key, body });
  const uuid = (await onboard()).body.data.user.uuid;
  const userUuid = { userUuid: uuid };
  const [business] = (await call("GET /v1/businesses", { key, query: userUuid })).body.data;
  expect(await call(DELETE, { key, uuid })).toEqual(ok({ success: true, message: "User deleted" }));
  expect(await call(FETCH, { key, uuid })).toEqual(notFound("users"));
  expect(await call(DELETE, { key, uuid })).toEqual(notFound("users"));
  expect((await call("GET /v1/users", { key })).body.data).toEqual([]);
  expect((await onboard()).status).toBe(200);
  for await (const _ of removals.user({ reseller_uuid, uuid })) {
    // Until nothing is left.
  }
  expect((await call("GET /v1/businesses", { key, query: userUuid })).body.data).toEqual([]);
  const fetched = await call("GET /v1/businesses/{business_uuid}", { key, uuid: business.uuid });
  expect(fetched).toEqual(notFound("businesses"));
});
