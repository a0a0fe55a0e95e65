import { expect, test } from "vitest";
import { Reseller } from "../../../shared/entities/reseller.ts";
import { defaultLimits } from "../../../shared/lists/recordLimits.ts";
import { createReseller, run } from "./run.ts";

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
  ...defaultLimits,
  ...rates,
  mails_per_day: 200,
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
  const set = async (given: object) => await run("reseller set", { uuid, ...given });
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
  const set = (given: object) => run("reseller set", { uuid, ...given });
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
