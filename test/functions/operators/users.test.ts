import { expect, test } from "vitest";
import { newUuid } from "../../../shared/uuid.ts";
import { call } from "../../support/api.ts";
import { TIMESTAMP } from "../../support/expected.ts";
import { makeReseller, makeUser } from "../../support/factories.ts";
import { refusal, run } from "./run.ts";

test("a user is suspended once, and resumed, and the list of users shows it", async () => {
  const reseller = await makeReseller();
  const uuid = await makeUser(reseller);
  const listed = async () =>
    (await call("GET /v1/users", { key: reseller.key })).body.data[0].suspended_at;
  const suspended = await run("user suspend", { uuid });
  expect(suspended).toMatchObject({ uuid, reseller_uuid: reseller.uuid, suspended_at: TIMESTAMP });
  expect(await run("user suspend", { uuid })).toEqual(suspended);
  expect(await listed()).toBe(suspended.suspended_at);
  expect(await run("user resume", { uuid })).toMatchObject({ suspended_at: null });
  expect(await run("user resume", { uuid })).toMatchObject({ suspended_at: null });
  expect(await listed()).toBeNull();
});

test.each(["user suspend", "user resume"])("%s refuses a user that there is not", async (name) => {
  const uuid = newUuid();
  expect(await refusal(name, { uuid })).toContain(`There is no user ${uuid}`);
  expect(await refusal(name, { uuid: "x" })).toContain('There is no user "x"');
});
