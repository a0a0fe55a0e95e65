import type { Context } from "aws-lambda";
import { describe, expect, test } from "vitest";
import { handler as cleanUp } from "../../functions/workers/cleanup/index.ts";
import { Business } from "../../shared/entities/business.ts";
import { websites } from "../../shared/lists/websites.ts";
import { run } from "../functions/operators/run.ts";
import { call } from "../support/api.ts";
import { invalid } from "../support/expected.ts";
import {
  businessBody,
  makeCustomer,
  onboardingBody,
  type TestReseller,
} from "../support/factories.ts";
import { fillList } from "../support/fill.ts";
import { sqsEvent } from "../support/messages.ts";

type Limits = Record<string, number>;

/** A reseller with these limits, a user and a business. */
async function setUp(limits: Limits) {
  const { reseller, user: userUuid, business: businessUuid } = await makeCustomer();
  await limit(reseller, limits);
  return { reseller, key: reseller.key, userUuid, businessUuid };
}

async function limit({ uuid }: TestReseller, limits: Limits) {
  if (Object.keys(limits).length === 0) return;
  const input = Object.entries(limits).map(([name, most]) => [name, String(most)]);
  await run("reseller set", { uuid, ...Object.fromEntries(input) });
}

type Place = Pick<Awaited<ReturnType<typeof setUp>>, "key" | "businessUuid">;

function add(kind: "websites" | "competitors", { key, businessUuid }: Place) {
  const body = { hostname: "example.com" };
  return call(`POST /v1/${kind}`, { key, query: { businessUuid }, body });
}

const refused = (field: string, text: string) => invalid({ [field]: { max: text } });

describe.each(["websites", "competitors"] as const)("the %s of a business", (kind) => {
  test("are at most as many as the limit, also after a deletion", async () => {
    const most = 2;
    const place = await setUp({ [`max_${kind}_per_business`]: most });
    const first = await add(kind, place);
    expect((await add(kind, place)).status).toBe(200);
    const max = `A business can have at most ${most} ${kind}`;
    expect(await add(kind, place)).toEqual(refused("hostname", max));
    const path = kind === "websites" ? "website_uuid" : "competitor_uuid";
    await call(`DELETE /v1/${kind}/{${path}}`, { key: place.key, uuid: first.body.data.uuid });
    expect((await add(kind, place)).status).toBe(200);
    expect(await add(kind, place)).toEqual(refused("hostname", max));
  });
});

test("a business has 1,000 websites at most unless an operator says otherwise", async () => {
  const { reseller, key, businessUuid } = await setUp({});
  const place = { reseller_uuid: reseller.uuid, business_uuid: businessUuid };
  await fillList(websites.list(place), 1000, () => ({}), []);
  await Business.patch({ reseller_uuid: reseller.uuid, uuid: businessUuid })
    .set({ website_sequence: 1000 })
    .go();
  expect(await add("websites", { key, businessUuid })).toEqual(
    refused("hostname", "A business can have at most 1000 websites"),
  );
});

test("users are at most as many as the limit", async () => {
  const { reseller, key } = await setUp({});
  await limit(reseller, { max_users: 1 });
  const answer = await call("POST /v1/onboarding", { key, body: onboardingBody() });
  expect(answer).toEqual(refused("email", "An account can have at most 1 users"));
});

describe("the total of a reseller", () => {
  const totals = async ({ uuid }: TestReseller) => {
    const { website_count, business_count } = await run("show", { uuid });
    return { website_count, business_count };
  };

  test("leaves out what is deleted, and what the clean-up removes with it", async () => {
    const { reseller, key, userUuid, ...place } = await setUp({});
    const { uuid } = (await add("websites", { key, ...place })).body.data;
    expect(await totals(reseller)).toEqual({ website_count: 2, business_count: 2 });
    await call("DELETE /v1/websites/{website_uuid}", { key, uuid });
    expect(await totals(reseller)).toEqual({ website_count: 1, business_count: 2 });
    await call("DELETE /v1/users/{user_uuid}", { key, uuid: userUuid });
    const context = { getRemainingTimeInMillis: () => 60_000 } as Context;
    const { uuid: reseller_uuid } = reseller;
    const remove = (entity: string, uuid: string) =>
      cleanUp(sqsEvent({ reseller_uuid, uuid, entity }), context);
    const { data } = (await call("GET /v1/account/businesses", { key })).body;
    await Promise.all([remove("user", userUuid), remove("user", userUuid)]);
    for (const { uuid } of data) await remove("business", uuid);
    expect(await totals(reseller)).toEqual({ website_count: 0, business_count: 0 });
  });

  test("bounds websites, also those of onboardings", async () => {
    // The onboarding has made one.
    const place = await setUp({ max_websites: 2 });
    const { key } = place;
    const { status, body: added } = await add("websites", place);
    expect(status).toBe(200);
    const text = "An account can have at most 2 websites";
    expect(await add("websites", place)).toEqual(refused("hostname", text));
    const body = onboardingBody();
    expect(await call("POST /v1/onboarding", { key, body })).toEqual(
      refused("business.hostname", text),
    );
    await call("DELETE /v1/websites/{website_uuid}", { key, uuid: added.data.uuid });
    expect((await call("POST /v1/onboarding", { key, body })).status).toBe(200);
    expect(await add("websites", place)).toEqual(refused("hostname", text));
  });

  test("bounds businesses, also those of onboardings", async () => {
    const { key, userUuid } = await setUp({ max_businesses: 3 });
    const create = () =>
      call("POST /v1/businesses", { key, query: { userUuid }, body: businessBody });
    expect((await create()).status).toBe(200);
    const text = "An account can have at most 3 businesses";
    expect(await create()).toEqual(refused("name", text));
    expect(await call("POST /v1/onboarding", { key, body: onboardingBody() })).toEqual(
      refused("business.business_name", text),
    );
  });
});
