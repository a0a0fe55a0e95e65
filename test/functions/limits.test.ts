import { describe, expect, test } from "vitest";
import { handler as followChanges } from "../../functions/changes/index.ts";
import { Business } from "../../shared/entities/business.ts";
import { Website } from "../../shared/entities/website.ts";
import { websites } from "../../shared/lists/websites.ts";
import { call } from "../support/api.ts";
import { costOf, standStill } from "../support/cost.ts";
import { invalid } from "../support/expected.ts";
import {
  businessBody,
  makeBusiness,
  makeReseller,
  makeUser,
  onboardingBody,
  type TestReseller,
} from "../support/factories.ts";
import { fillList } from "../support/fill.ts";
import { failRequests } from "../support/interceptRequests.ts";
import { changeOf } from "../support/stream.ts";
import { recordsOf } from "./changes/batch.ts";
import { run } from "./operators/run.ts";

type Limits = Record<string, number>;

/** A reseller with these limits, a user and a business. */
async function setUp(limits: Limits) {
  const reseller = await makeReseller();
  const userUuid = await makeUser(reseller);
  const businessUuid = await makeBusiness(reseller, userUuid);
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

async function totalOf(kind: "websites" | "competitors", { key, businessUuid }: Place) {
  const { body } = await call(`GET /v1/${kind}`, { key, query: { businessUuid } });
  return body.meta.total;
}

const refused = (field: string, text: string) => invalid({ [field]: { max: text } });

describe.each(["websites", "competitors"] as const)("the %s of a business", (kind) => {
  const text = (most: number) => `There can be ${most} ${kind} of a business at most`;

  test("reach the limit of the reseller; removing one makes room for one", async () => {
    const place = await setUp({ [`max_${kind}_per_business`]: 2 });
    const { uuid } = (await add(kind, place)).body.data;
    expect((await add(kind, place)).status).toBe(200);
    expect(await add(kind, place)).toEqual(refused("hostname", text(2)));
    const path = kind === "websites" ? "website_uuid" : "competitor_uuid";
    await call(`DELETE /v1/${kind}/{${path}}`, { key: place.key, uuid });
    expect((await add(kind, place)).status).toBe(200);
    expect(await add(kind, place)).toEqual(refused("hostname", text(2)));
    expect(await totalOf(kind, place)).toBe(2);
  });

  test("never exceed the limit, also if many are added at once", async () => {
    const most = 4;
    const place = await setUp({ [`max_${kind}_per_business`]: most });
    const statusesOf = async () => {
      const answers = await Promise.all(Array.from({ length: 9 }, () => add(kind, place)));
      return answers.map(({ status }) => status).toSorted();
    };
    expect(await statusesOf()).toEqual([200, 200, 200, 200, 422, 422, 422, 422, 422]);
    expect(await totalOf(kind, place)).toBe(most);
    const { body } = await call(`GET /v1/${kind}`, {
      key: place.key,
      query: { businessUuid: place.businessUuid },
    });
    const path = kind === "websites" ? "website_uuid" : "competitor_uuid";
    for (const { uuid } of body.data.slice(1, 3)) {
      await call(`DELETE /v1/${kind}/{${path}}`, { key: place.key, uuid });
    }
    const again = await statusesOf();
    expect(again.filter((status) => status === 200)).toHaveLength(2);
    expect(await totalOf(kind, place)).toBe(most);
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
    refused("hostname", "There can be 1000 websites of a business at most"),
  );
});

describe("users", () => {
  test("reach the limit and no more, also if many are onboarded at once", async () => {
    const reseller = await makeReseller();
    const { key } = reseller;
    await limit(reseller, { max_users: 3 });
    const onboard = () => call("POST /v1/onboarding", { key, body: onboardingBody() });
    const answers = await Promise.all(Array.from({ length: 6 }, onboard));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 422, 422, 422]);
    expect(await onboard()).toEqual(refused("email", "There can be 3 users at most"));
    expect((await call("GET /v1/users", { key })).body.meta.total).toBe(3);
  });
});

describe("the total of a reseller", () => {
  /** Sends the dispatcher a batch of the table's stream with this many creations and removals. */
  async function bring(
    { uuid }: TestReseller,
    kind: "website" | "business",
    { added = 0, removed = 0 },
  ) {
    const records = recordsOf(uuid);
    const record =
      kind === "website" ? records.website : { ...records.business, custom_field_values: [] };
    const entity = kind === "website" ? Website : Business;
    const Records = [
      ...Array.from({ length: added }, () => changeOf(entity as never, { after: record } as never)),
      ...Array.from({ length: removed }, () =>
        changeOf(entity as never, { before: record } as never),
      ),
    ];
    expect(await followChanges({ Records })).toEqual({ batchItemFailures: [] });
  }

  test("is counted once by the table's stream, in one write for a batch", async () => {
    const reseller = await makeReseller();
    await bring(reseller, "website", { added: 5, removed: 2 });
    // An answer to the write is lost on the way.
    const end = failRequests((number) => number <= 2, "onTheWay");
    await bring(reseller, "business", { added: 3, removed: 1 });
    end();
    const { website } = recordsOf(reseller.uuid);
    await followChanges({ Records: [changeOf(Website, { before: website, after: website })] });
    expect(await run("reseller set", { uuid: reseller.uuid, max_users: "7" })).toMatchObject({
      website_count: 3,
      business_count: 2,
      max_users: 7,
    });
  });

  test("bounds websites, also those of onboardings", async () => {
    const place = await setUp({ max_websites: 2 });
    const { key, reseller } = place;
    await bring(reseller, "website", { added: 1 });
    expect((await add("websites", place)).status).toBe(200);
    await bring(reseller, "website", { added: 1 });
    const text = "There can be 2 websites at most";
    expect(await add("websites", place)).toEqual(refused("hostname", text));
    const body = onboardingBody();
    expect(await call("POST /v1/onboarding", { key, body })).toEqual(
      refused("business.hostname", text),
    );
    await bring(reseller, "website", { removed: 1 });
    expect((await add("websites", place)).status).toBe(200);
    expect((await call("POST /v1/onboarding", { key, body })).status).toBe(200);
  });

  test("bounds businesses, also those of onboardings", async () => {
    const { reseller, key, userUuid } = await setUp({ max_businesses: 1 });
    const create = () =>
      call("POST /v1/businesses", { key, query: { userUuid }, body: businessBody });
    expect((await create()).status).toBe(200);
    await bring(reseller, "business", { added: 1 });
    const text = "There can be 1 businesses at most";
    expect(await create()).toEqual(refused("name", text));
    expect(await call("POST /v1/onboarding", { key, body: onboardingBody() })).toEqual(
      refused("business.business_name", text),
    );
  });

  test("is cached for 10 seconds, so that a creation costs no extra request", async () => {
    standStill();
    const place = await setUp({});
    const first = await costOf(() => add("websites", place));
    const second = await costOf(() => add("websites", place));
    expect([first.commands, second.commands]).toEqual([
      ["GetItem", "UpdateItem", "UpdateItem", "TransactWriteItems"],
      ["UpdateItem", "UpdateItem", "TransactWriteItems"],
    ]);
  });
});
