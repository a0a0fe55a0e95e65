import { expect, test } from "vitest";
import { handler } from "../../../functions/operators/index.ts";
import { Reseller } from "../../../shared/entities/reseller.ts";
import { limitNames, mostOf } from "../../../shared/lists/recordLimits.ts";
import { newUuid } from "../../../shared/platform/uuid.ts";
import { planFeatures } from "../../../shared/vocabulary/planFeatures.ts";
import { onlyResellers } from "../../support/onlyOwn.ts";
import { createReseller, MISSING_UUID, refusal, run, TIMESTAMP, UUID } from "./run.ts";

test("creates a reseller with a default plan that has every switch on", async () => {
  const reseller = await run("reseller create", { name: "Acme" });
  expect(reseller).toStrictEqual({
    uuid: expect.stringMatching(UUID),
    name: "Acme",
    default_plan_uuid: expect.stringMatching(UUID),
    created_at: expect.stringMatching(TIMESTAMP),
  });
  expect(await run("plan list", { reseller_uuid: reseller.uuid })).toStrictEqual([
    {
      uuid: reseller.default_plan_uuid,
      reseller_uuid: reseller.uuid,
      name: "Standard",
      is_default: true,
      on: planFeatures,
      created_at: reseller.created_at,
      updated_at: reseller.created_at,
      uptime_interval_minutes: 5,
      audit_interval_hours: 24,
    },
  ]);
});

test("lists resellers, oldest first, as creation showed them", async () => {
  const first = await run("reseller create", { name: "First" });
  const second = await run("reseller create", { name: "Second" });
  onlyResellers(first.uuid, second.uuid);
  const listed = await run("reseller list", {});
  const counts = { businesses: 0, websites: 0 };
  expect(listed).toContainEqual({ ...first, ...counts });
  expect(listed).toContainEqual({ ...second, ...counts });
  const uuids = listed.map(({ uuid }: { uuid: string }) => uuid);
  expect(uuids.indexOf(first.uuid)).toBeLessThan(uuids.indexOf(second.uuid));
});

test("refuses an unknown command, and lists the known ones", async () => {
  expect(await refusal("constructor", {})).toMatch(
    /^There is no command "constructor"; there are find, .*website explain, .*\.$/,
  );
});

test("throws other errors without their text", async () => {
  const input = {
    get name(): string {
      throw new RangeError("unforeseen");
    },
  };
  await expect(handler({ command: "reseller create", input })).rejects.toThrow(
    "The command failed (request id unknown): see the log of the operators' function. Before you repeat a creation, check whether it happened.",
  );
});

const settings = {
  sender_name: 'Büro 🚲 "Sørensen"',
  reply_to: "hello@acme.example",
  logo_url: "https://acme.example/logo.png?v=1&s=2",
  colour: "#0B7a4b",
  link: "https://acme.example/results",
  report_mails: "monthly",
  email: "ops@acme.example",
};
const rates = {
  reads_per_minute: null,
  writes_per_minute: null,
  deliveries_per_minute: null,
};
const limits = {
  ...Object.fromEntries(limitNames.map((name) => [name, mostOf({}, name)])),
  ...rates,
  mails_per_day: 1000,
  business_count: 0,
  website_count: 0,
};
const none = {
  ...Object.fromEntries(Object.keys(settings).map((name) => [name, null])),
  ...limits,
};

test("sets the fields given, keeps the others, and removes empty ones", async () => {
  const { uuid } = await createReseller();
  const named = { uuid, name: "Acme" };
  const set = async (overrides: object) => await run("reseller set", { uuid, ...overrides });
  expect(await set({ colour: settings.colour })).toStrictEqual({
    ...named,
    ...none,
    colour: settings.colour,
  });
  expect(await set(settings)).toStrictEqual({ ...named, ...settings, ...limits });
  expect(await set({ link: "", reply_to: "new@acme.example" })).toStrictEqual({
    ...named,
    ...settings,
    ...limits,
    link: null,
    reply_to: "new@acme.example",
  });
  const { data } = await Reseller.get({ uuid }).go();
  expect(data).not.toHaveProperty("link");
  const empty = Object.fromEntries(Object.keys(settings).map((name) => [name, ""]));
  expect(await set(empty)).toStrictEqual({ ...named, ...none });
});

test("sets limits; an empty one becomes the default", async () => {
  const { uuid } = await createReseller();
  const set = (changes: object) => run("reseller set", { uuid, ...changes });
  const numbers = {
    max_users: 0,
    max_websites: 2_000_000,
    max_websites_per_business: 50,
    reads_per_minute: 0,
    mails_per_day: 3,
  };
  const texts = Object.fromEntries(Object.entries(numbers).map(([name, n]) => [name, `${n}`]));
  expect(await set(texts)).toMatchObject({ ...limits, ...numbers });
  expect(await set({ max_users: "" })).toMatchObject({ ...limits, ...numbers, max_users: 100_000 });
});

/** A name that no other test uses. */
const newName = () => `Named ${newUuid()}`;

test("a reseller is named by its uuid or its name in any case", async () => {
  const name = newName();
  const { uuid } = await run("reseller create", { name });
  const key = await run("key create", { reseller_uuid: name, name: "k" });
  expect(key).toMatchObject({ reseller_uuid: uuid });
  for (const reseller_uuid of [uuid, uuid.toUpperCase(), name, ` ${name.toUpperCase()} `]) {
    expect(await run("key list", { reseller_uuid })).toMatchObject([{ uuid: key.uuid }]);
  }
  expect(await run("reseller set", { uuid: name, max_websites: "7" })).toMatchObject({
    uuid,
    max_websites: 7,
  });
});

test("a name that begins other names names one reseller; a name of two is refused", async () => {
  const name = newName();
  const { uuid } = await run("reseller create", { name });
  await run("reseller create", { name: `${name}#2` });
  expect(await run("plan list", { reseller_uuid: name })).toMatchObject([{ reseller_uuid: uuid }]);
  const other = await run("reseller create", { name });
  const both = [uuid, other.uuid].join(", ");
  expect(await refusal("plan list", { reseller_uuid: name })).toBe(
    `There are several resellers with the name "${name}": name one by its uuid (${both}).`,
  );
  expect(await refusal("reseller close", { uuid: name, yes: true })).toMatch(/^There are several/);
  expect(await refusal("key list", { reseller_uuid: newName() })).toMatch(
    /^There is no reseller "/,
  );
});

test("a reseller is renamed, also to the name it has, and found by the new name", async () => {
  const { uuid } = await run("reseller create", { name: newName() });
  const name = newName();
  for (let times = 0; times < 2; times += 1) {
    expect(await run("reseller set", { uuid, name })).toMatchObject({ uuid, name, colour: null });
  }
  expect(await run("find", { text: name })).toMatchObject([{ uuid, name }]);
  expect(await refusal("reseller set", { uuid: MISSING_UUID, name })).toMatch(/^There is no/);
});
