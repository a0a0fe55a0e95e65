import { beforeEach, describe, expect, test } from "vitest";
import { removals } from "../../../../functions/workers/cleanup/removals.ts";
import { ListEntry } from "../../../../shared/entities/list.ts";
import { Reseller } from "../../../../shared/entities/reseller.ts";
import type { WebsiteRecord } from "../../../../shared/entities/website.ts";
import { businesses } from "../../../../shared/lists/businesses.ts";
import { changeListed } from "../../../../shared/lists/changeListed.ts";
import { websites } from "../../../../shared/lists/websites.ts";
import { newUuid } from "../../../../shared/platform/uuid.ts";
import { call } from "../../../support/api.ts";
import { costOf } from "../../../support/cost.ts";
import { copyEstate } from "../../../support/estateCopies.ts";
import { cursorAt, invalid, lastPage, unauthorized } from "../../../support/expected.ts";
import {
  businessBody,
  makeBusiness,
  makeCompetitor,
  makeCustomer,
  makeReseller,
  makeUser,
  makeWebsite,
  onboardingBody,
  type TestReseller,
} from "../../../support/factories.ts";
import { followReseller } from "../../../support/follow.ts";

const WEBSITES = "GET /v1/account/websites";
const BUSINESSES = "GET /v1/account/businesses";
const DELETE_WEBSITE = "DELETE /v1/websites/{website_uuid}";

let reseller: TestReseller;
let key: string;
let user: string;
let stream: Awaited<ReturnType<typeof followReseller>>;
/** The business and website of the onboarding. */
let first: { business: string; website: string };

beforeEach(async () => {
  ({ reseller, user, first } = await copyEstate(
    "onboarded",
    onboard,
    () => onboardingBody().email,
  ));
  key = reseller.key;
  stream = await followReseller(reseller.uuid, { fromStart: true });
});

async function onboard() {
  const reseller = await makeReseller();
  const { key } = reseller;
  const user = await makeUser(reseller);
  const [business] = (await call(BUSINESSES, { key })).body.data;
  const [website] = (await call(WEBSITES, { key })).body.data;
  return { reseller, user, first: { business: business.uuid, website: website.uuid } };
}

async function list(route: string, query: Record<string, string> = {}): Promise<string[]> {
  if (query["name"] ?? query["hostname"]) await stream.dispatch();
  const { status, body } = await call(route, { key, query });
  expect(status).toBe(200);
  return body.data.map(({ uuid }: { uuid: string }) => uuid);
}

/** The uuids on each page of a list, as `next_page_url` leads to them. */
async function pages(route: string, query: Record<string, string>): Promise<string[][]> {
  await stream.dispatch();
  const { data, meta } = (await call(route, { key, query })).body;
  const uuids = data.map(({ uuid }: { uuid: string }) => uuid);
  if (!meta.next_page_url) return [uuids];
  const { searchParams } = new URL(meta.next_page_url);
  return [uuids, ...(await pages(route, Object.fromEntries(searchParams)))];
}

/** As the uptime check does when it has confirmed a downtime, or the end of one. */
async function setUp(uuid: string, is_hostname_up: boolean) {
  await changeListed(websites, { reseller_uuid: reseller.uuid, uuid }, () => ({
    set: { is_hostname_up, awaits_probe: undefined },
  }));
}

async function addWebsite(hostname: string, businessUuid = first.business): Promise<string> {
  const request = { key, query: { businessUuid }, body: { hostname } };
  return (await call("POST /v1/websites", request)).body.data.uuid;
}

async function addBusiness(name: string, userUuid = user): Promise<string> {
  const body = { name, industry: "", products: [] };
  return (await call("POST /v1/businesses", { key, query: { userUuid }, body })).body.data.uuid;
}

/** Does all that follows from a deletion. */
async function cleanUp(kind: "user" | "business", uuid: string) {
  for await (const _ of removals[kind]({ reseller_uuid: reseller.uuid, uuid })) {
    // Until nothing is left.
  }
}

describe("all websites of a reseller", () => {
  const newInAccount = {
    ...{ sequence: 1, state: "not_checked" },
    ...{ downtime: null, unstable_since: null, business_name: businessBody.name },
    ...{ response_ms: null, response_p95_ms: null, uptime_30_days: null, observed_seconds: 0 },
    ...{ last_24_hours: Array(24).fill(null), certificate_expires_at: null },
    domain_expires_at: null,
    open_findings: { error: 0, warning: 0, info: 0 },
    ...{ fixed_findings: null, newest_serious_finding: null },
    ...{ last_downtime: null, maintenance_ends_at: null, last_maintenance: null },
  };
  const counts = { down: 0, unstable: 0, maintenance: 0, not_checked: 4, paused: 0, up: 0 };

  test("are listed in the order of their creation, whatever business they belong to", async () => {
    const business = await makeBusiness(reseller, user);
    const uuids = [first.website];
    for (const of of [business, first.business, business]) {
      uuids.push(await makeWebsite(reseller, of));
    }
    await makeCompetitor(reseller, business);
    const { body } = await call(WEBSITES, { key });
    expect(body.data.map(({ uuid }: { uuid: string }) => uuid)).toEqual(uuids);
    expect(body.meta).toEqual({ ...lastPage, counts });
    const one = await call("GET /v1/websites/{website_uuid}", { key, uuid: uuids[1] ?? "" });
    expect(body.data[1]).toEqual({ ...one.body.data, user_uuid: user, ...newInAccount });
    const begin = await call(WEBSITES, { key, query: { per_page: "3" } });
    const cursor = cursorAt(`not_checked#${uuids[2]}`);
    const next_page_url = `https://api.example.com/v1/account/websites?per_page=3&cursor=${cursor}`;
    expect(begin.body.meta).toEqual({ per_page: 3, next_page_url, counts });
    expect(await pages(WEBSITES, { per_page: "3" })).toEqual([uuids.slice(0, 3), uuids.slice(3)]);
    await call(DELETE_WEBSITE, { key, uuid: uuids[1] ?? "" });
    expect(await list(WEBSITES)).toEqual([uuids[0], uuids[2], uuids[3]]);
  });

  test("that are down say since when and why, until they are back", async () => {
    const down_since = "2026-11-20T12:00:00+00:00";
    const listed = { reseller_uuid: reseller.uuid, uuid: first.website };
    const downtime = async () => (await call(WEBSITES, { key })).body.data[0].downtime;
    const change = (set: Partial<WebsiteRecord>) => changeListed(websites, listed, () => ({ set }));
    await setUp(first.website, false);
    // As an older release left it, without the cause.
    expect(await downtime()).toBeNull();
    const address = "203.0.113.7";
    await change({
      down_since,
      down_cause: "http 503",
      down_probe: { address, duration: 22, regions: { down: 2, asked: 3 } },
    });
    expect(await downtime()).toEqual({
      ...{ began_at: down_since, cause: "http_5xx", technical: "http 503", address },
      ...{ duration_ms: 22, seen_from: { regions_count: 2, asked_count: 3 } },
    });
    await setUp(first.website, true);
    expect(await downtime()).toBeNull();
  });

  test("that are down are listed by one request", async () => {
    const [second, third] = [await addWebsite("b.example"), await addWebsite("c.example")];
    const down = { state: "down" };
    expect(await list(WEBSITES, down)).toEqual([]);
    await setUp(third, false);
    await setUp(first.website, false);
    await setUp(third, false);
    expect(await list(WEBSITES, down)).toEqual([first.website, third]);
    expect(await list(WEBSITES, { state: "up" })).toEqual([]);
    const worstFirst = { sort: "state", per_page: "2" };
    expect(await pages(WEBSITES, worstFirst)).toEqual([[first.website, third], [second]]);
    expect(await pages(WEBSITES, { ...down, per_page: "1" })).toEqual([[first.website], [third]]);
    await setUp(first.website, true);
    expect(await list(WEBSITES, down)).toEqual([third]);
  });

  test("are listed by their customer, with the same filters", async () => {
    const business = await makeBusiness(reseller, user);
    const other = await makeUser(reseller);
    const [second, third] = [
      await addWebsite("b.example", business),
      await addWebsite("c.example"),
    ];
    const ofUser = { userUuid: user };
    expect(await list(WEBSITES, ofUser)).toEqual([first.website, second, third]);
    const twoPages = [[first.website, second], [third]];
    expect(await pages(WEBSITES, { ...ofUser, per_page: "2" })).toEqual(twoPages);
    expect(await list(WEBSITES, { userUuid: other })).toHaveLength(1);
    expect(await list(WEBSITES, { businessUuid: business })).toEqual([second]);
    expect(await list(WEBSITES, { ...ofUser, businessUuid: business })).toEqual([second]);
    expect(await list(WEBSITES, { userUuid: other, businessUuid: business })).toEqual([]);
    await setUp(third, false);
    expect(await list(WEBSITES, { ...ofUser, state: "down" })).toEqual([third]);
    const sought = { businessUuid: first.business, hostname: "https://www.C.example" };
    expect(await list(WEBSITES, sought)).toEqual([third]);
    expect(await list(WEBSITES, { ...sought, state: "up" })).toEqual([]);
    const elsewhere = await makeCustomer();
    expect(await list(WEBSITES, { userUuid: elsewhere.user })).toEqual([]);
    expect(await list(WEBSITES, { businessUuid: elsewhere.business })).toEqual([]);
  });

  test("of a customer with too many are refused before all of them are read", async () => {
    const fill = async (list: string, uuids: string[]) => {
      const place = { reseller_uuid: reseller.uuid, list };
      const copies = uuids.map((uuid, at) => ({ ...place, sequence: 10 + at, record: { uuid } }));
      await ListEntry.put(copies).go({ concurrency: 4 });
    };
    const all = Array.from({ length: 30 }, newUuid);
    await fill(`user#${user}#businesses`, all);
    await fill(`business#${all[0]}#websites`, Array.from({ length: 1001 }, newUuid));
    const { commands } = await costOf(async () => {
      expect(await call(WEBSITES, { key, query: { userUuid: user } })).toEqual(
        invalid({ userUuid: { max: "The user has more than 1000 websites" } }),
      );
    });
    expect(commands.length).toBeLessThan(20);
  });

  test("are no longer down after a change of host name or a deletion", async () => {
    const [second, third] = [await addWebsite("b.example"), await addWebsite("c.example")];
    for (const each of [second, third]) await setUp(each, false);
    const body = { hostname: "moved.example" };
    await call("PATCH /v1/websites/{website_uuid}", { key, uuid: second, body });
    await call(DELETE_WEBSITE, { key, uuid: third });
    expect(await list(WEBSITES, { state: "down" })).toEqual([]);
    expect(await list(WEBSITES)).toEqual([first.website, second]);
  });

  test("are found by their address, however it is written", async () => {
    const second = await addWebsite("https://www.Shop.example/");
    const third = await addWebsite("shop.example/en");
    await makeCompetitor(reseller, first.business);
    // By the host, whatever the path; a path is looked for with what is below it.
    expect(await list(WEBSITES, { hostname: "HTTP://SHOP.EXAMPLE" })).toEqual([second, third]);
    const ofUser = { hostname: "shop.example", userUuid: user };
    expect(await list(WEBSITES, ofUser)).toEqual([second, third]);
    expect(await list(WEBSITES, { hostname: "shop.example/en/" })).toEqual([third]);
    expect(await list(WEBSITES, { hostname: "shop.example/e" })).toEqual([]);
    const one = { hostname: "shop.example", per_page: "1" };
    expect(await pages(WEBSITES, one)).toEqual([[second], [third]]);
    expect(await list(WEBSITES, { hostname: "rival.example" })).toEqual([]);
    // The search index has this name of a business as well.
    const place = { reseller_uuid: reseller.uuid, uuid: first.business };
    await changeListed(businesses, place, () => ({ set: { name: "name.example" } }));
    expect(await list(BUSINESSES, { name: "name.example" })).toEqual([first.business]);
    expect(await list(WEBSITES, { hostname: "name.example" })).toEqual([]);
    for (const hostname of ["shop.example.com", "shop.example-two", "my.shop.example", "shop.exam"])
      await addWebsite(hostname);
    expect((await pages(WEBSITES, one)).flat()).toEqual([second, third]);
    await setUp(third, false);
    const down = { hostname: "shop.example", state: "down" };
    expect(await list(WEBSITES, down)).toEqual([third]);
    expect(await list(WEBSITES, { ...ofUser, sort: "state" })).toEqual([third, second]);
    await call(DELETE_WEBSITE, { key, uuid: second });
    expect(await list(WEBSITES, { hostname: "shop.example" })).toEqual([third]);
  });

  test.each([
    [{ hostname: "a b" }, { format: "Hostname must be a host name or an http(s) URL" }],
    [{ cursor: "first" }, { format: "Cursor must be as meta.next_page_url has it" }],
    [
      { state: "broken" },
      { options: "State must be one of down, unstable, maintenance, not_checked, paused, up" },
    ],
    [{ sort: "name" }, { options: "Sort must be one of created, state" }],
    [
      { sort: "state", hostname: "a.example" },
      { options: "The websites of a host are listed by their address" },
    ],
    [{ userUuid: "me" }, { format: "User UUID must be one valid UUID" }],
  ])("are not listed by %j", async (query, rule) => {
    const named = query as Record<string, string>;
    expect(await call(WEBSITES, { key, query: named })).toEqual(
      invalid({ [Object.keys(query)[0] ?? ""]: rule as Record<string, string> }),
    );
  });
});

describe("all businesses of a reseller", () => {
  test("are listed as those of a user are, in the order of their creation", async () => {
    const other = await makeUser(reseller);
    const [theirs] = (await call("GET /v1/businesses", { key, query: { userUuid: other } })).body
      .data;
    const last = await makeBusiness(reseller, user);
    expect(await list(BUSINESSES)).toEqual([first.business, theirs.uuid, last]);
    const inAccount = {
      ...{ ...theirs, user_uuid: other, sequence: 1, last_report_at: null },
      user_name: "Ada Lovelace",
      website_counts: { down: 0, unstable: 0, maintenance: 0, not_checked: 1, paused: 0, up: 0 },
      open_findings: { error: 0, warning: 0, info: 0 },
    };
    expect((await call(BUSINESSES, { key })).body.data[1]).toEqual(inAccount);
    expect(await list(BUSINESSES, { userUuid: other })).toEqual([theirs.uuid]);
    const onePerPage = [[first.business], [theirs.uuid], [last]];
    expect(await pages(BUSINESSES, { per_page: "1" })).toEqual(onePerPage);
    const ofUser = { userUuid: user, per_page: "1" };
    expect(await pages(BUSINESSES, ofUser)).toEqual([[first.business], [last]]);
    expect(await list(BUSINESSES, { userUuid: user, name: "no such" })).toEqual([]);
    await call("DELETE /v1/users/{user_uuid}", { key, uuid: other });
    expect(await list(BUSINESSES, { userUuid: other })).toEqual([]);
    await cleanUp("user", other);
    expect(await list(BUSINESSES)).toEqual([first.business, last]);
  });

  test("are found by the beginning of their name, of all users or of one", async () => {
    const other = await makeUser(reseller);
    const bakery = await addBusiness("Bäckerei Müller");
    const second = await addBusiness("BÄCKEREI Schmidt", other);
    await addBusiness("Die Bäckerei");
    await addWebsite("bäckerei.example");
    expect(await list(BUSINESSES, { name: "bäck" })).toEqual([bakery, second]);
    expect(await pages(BUSINESSES, { name: "bäck", per_page: "1" })).toEqual([[bakery], [second]]);
    expect(await list(BUSINESSES, { name: "bäckerei m" })).toEqual([bakery]);
    expect(await list(BUSINESSES, { name: "Bäckerei#" })).toEqual([]);
    const ofUser = { userUuid: other, name: "bäckerei" };
    expect(await list(BUSINESSES, ofUser)).toEqual([second]);
    expect(await list(BUSINESSES, { ...ofUser, userUuid: newUuid() })).toEqual([]);
    await call("PATCH /v1/businesses/{business_uuid}", {
      ...{ key, uuid: bakery, body: { name: "Konditorei" } },
    });
    expect(await list(BUSINESSES, { name: "bäck" })).toEqual([second]);
    expect(await list(BUSINESSES, { name: "kond" })).toEqual([bakery]);
  });

  test("are found by a name that ends within a word, or with a separator of the index", async () => {
    const greek = await addBusiness("Κώστας");
    const short = await addBusiness("C");
    const sharp = await addBusiness("C# Consulting");
    expect(await list(BUSINESSES, { name: "ΚΏΣ" })).toEqual([greek]);
    expect((await list(BUSINESSES, { name: "c" })).toSorted()).toEqual([short, sharp]);
    expect(await list(BUSINESSES, { name: "C#" })).toEqual([sharp]);
    expect(await list(BUSINESSES, { name: "C#0" })).toEqual([]);
    const marked = await addBusiness(`D#0000000000#${first.business}`);
    expect(await list(BUSINESSES, { name: "D#0000000000#" })).toEqual([marked]);
  });
});

test("a creation for a deleted reseller answers 401 while its key is still cached", async () => {
  await Reseller.delete({ uuid: reseller.uuid }).go();
  const [ofUser, ofBusiness] = [{ userUuid: user }, { businessUuid: first.business }];
  for (const [route, request] of [
    ["POST /v1/onboarding", { body: onboardingBody() }],
    ["POST /v1/businesses", { query: ofUser, body: businessBody }],
    ["POST /v1/websites", { query: ofBusiness, body: { hostname: "a.example" } }],
    ["POST /v1/competitors", { query: ofBusiness, body: { hostname: "a.example" } }],
  ] as const) {
    expect(await call(route, { key, ...request })).toEqual(unauthorized());
  }
});

test("a user is found by e-mail address in any case", async () => {
  await makeUser(reseller);
  const [{ email }] = (await call("GET /v1/users", { key })).body.data;
  expect(await list("GET /v1/users", { email })).toEqual([user]);
  expect(await list("GET /v1/users", { email: email.toUpperCase() })).toEqual([user]);
  expect(await list("GET /v1/users", { email, page: "2", per_page: "1" })).toEqual([]);
  expect(await list("GET /v1/users", { email: `x${email}` })).toEqual([]);
  const other = await makeReseller();
  expect((await call("GET /v1/users", { key: other.key, query: { email } })).body.data).toEqual([]);
  expect(await call("GET /v1/users", { key, query: { email: "ada" } })).toEqual(
    invalid({ email: { format: "Email must have the form name@example.com" } }),
  );
});

test("a user is found by an e-mail address whose unencoded plus arrives as a space", async () => {
  const email = "ada+shop+1@example.com";
  const { body } = await call("POST /v1/onboarding", { key, body: { ...onboardingBody(), email } });
  for (const sent of [email, "ada shop 1@example.com"]) {
    expect(await list("GET /v1/users", { email: sent })).toEqual([body.data.user.uuid]);
  }
});
