import { expect, test } from "vitest";
import { newUuid } from "../../../shared/platform/uuid.ts";
import { call } from "../../support/api.ts";
import { makeReseller, onboardingBody } from "../../support/factories.ts";
import { refusal, run } from "./run.ts";

/** A name that no other test uses. */
const newName = () => `Named ${newUuid()}`;

test("a reseller is named by its uuid or its name in any case", async () => {
  const name = newName();
  const { uuid } = await run("reseller create", { name, same_name: true });
  const key = await run("key create", { reseller_uuid: name, name: "k" });
  expect(key).toMatchObject({ reseller_uuid: uuid });
  for (const reseller_uuid of [uuid, uuid.toUpperCase(), name, ` ${name.toUpperCase()} `]) {
    expect(await run("key list", { reseller_uuid })).toMatchObject([{ uuid: key.uuid }]);
  }
  expect(await run("reseller set", { uuid: name, max_websites: "7" })).toMatchObject({
    uuid,
    max_websites: 7,
  });
  // What an operator can raise is shown with what there is.
  expect(await run("show", { uuid })).toMatchObject({ max_websites: 7, website_count: 0 });
});

test("a name that begins other names is unique; a name of two resellers is refused", async () => {
  const name = newName();
  const { uuid } = await run("reseller create", { name, same_name: true });
  await run("reseller create", { name: `${name}#2`, same_name: true });
  expect(await run("plan list", { reseller_uuid: name })).toMatchObject([{ reseller_uuid: uuid }]);
  const other = await run("reseller create", { name, same_name: true });
  const both = [uuid, other.uuid].join(", ");
  expect(await refusal("plan list", { reseller_uuid: name })).toBe(
    `There are several resellers with the name "${name}": name one by its uuid (${both}).`,
  );
  expect(await refusal("reseller close", { uuid: name, yes: true })).toMatch(/^There are several/);
  expect(await refusal("key list", { reseller_uuid: newName() })).toMatch(
    /^There is no reseller "/,
  );
});

test("a user is named by its uuid, or by its e-mail address unless users of two resellers have it", async () => {
  const [one, two] = [await makeReseller(), await makeReseller()];
  const body = { ...onboardingBody(), email: `${newUuid()}@example.com` };
  const onboard = async ({ key }: { key: string }): Promise<string> =>
    (await call("POST /v1/onboarding", { key, body })).body.data.user.uuid;
  const uuid = await onboard(one);
  expect(await run("mail resubscribe", { user_uuid: body.email.toUpperCase() })).toMatchObject({
    user_uuid: uuid,
  });
  const other = await onboard(two);
  expect(await refusal("mail list", { user_uuid: body.email })).toBe(
    `There are several users with the e-mail address "${body.email}": name one by its uuid (${uuid}, ${other}).`,
  );
  expect(await refusal("mail list", { user_uuid: "nobody@example.com" })).toMatch(
    /^There is no user/,
  );
});
