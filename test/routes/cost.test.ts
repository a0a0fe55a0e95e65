import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { Website, type WebsiteRecord } from "../../shared/entities/website.ts";
import { take } from "../../shared/limits/rates.ts";
import { newListed } from "../../shared/lists/createListed.ts";
import { newWebsite, websites } from "../../shared/lists/websites.ts";
import { newUuid } from "../../shared/platform/uuid.ts";
import { call, type TestRequest } from "../support/api.ts";
import { type Cost, costOf } from "../support/cost.ts";
import { cursorAt } from "../support/expected.ts";
import { type Estate, makeCustomFields, makeEstate } from "../support/factories.ts";
import { fillList } from "../support/fill.ts";
import { ownSchedule } from "../support/ownSchedule.ts";
import { acceptedRequest } from "../support/requests.ts";
import { routeKeys } from "../support/routeKeys.ts";

/**
 * What a request takes of the table once the container knows its key: a row of `costs.txt` for every route, with one of
 * each kind of record, and for some larger lists and repeated requests. Review a changed row like a changed price:
 * `npx vitest run test/routes/cost.test.ts -u` writes the file.
 */
const rows: string[] = [];

const WEBSITES = "GET /v1/websites";
const ACCOUNT_WEBSITES = "GET /v1/account/websites";

beforeAll(async () => {
  // Estates are copies of the first one, which must not have been made at a time that is over.
  await makeEstate();
  // What a period or a day has of rounds depends on the time of day.
  vi.useFakeTimers({ toFake: ["Date"], now: Date.parse("2026-11-22T12:00:30Z") });
});

afterAll(() => void vi.useRealTimers());

// Other tests fill buckets, and divide them.
beforeEach(ownSchedule);

/** An estate with a custom field, whose requests of this minute are already in the table. */
async function makeQuietEstate(): Promise<Estate> {
  const estate = await makeEstate();
  const { uuid: reseller_uuid } = estate.reseller;
  await makeCustomFields(estate.reseller, [{ name: "manager" }]);
  for (const kind of ["reads", "writes"] as const) {
    await (await take({ reseller_uuid, kind }, { cost: 1, now: Date.now() })).flush;
  }
  return estate;
}

async function measure(name: string, route: string, request: TestRequest): Promise<Cost> {
  let status = 0;
  const cost = await costOf(async () => {
    ({ status } = await call(route, request));
  });
  expect({ name, status }).toEqual({ name, status: 200 });
  expect(cost.commands).not.toContain("Scan");
  const figures = [cost.requests, cost.readUnits, cost.writeUnits];
  rows.push([name.padEnd(88), ...figures.map((each) => String(each).padStart(6))].join(""));
  return cost;
}

/** A business comes with a value of the custom field. */
function requestOf(route: string, estate: Estate): TestRequest {
  const request = acceptedRequest(route, estate);
  if (!/^(POST|PATCH) .*\/businesses(\/\{business_uuid\})?$/.test(route)) return request;
  return { ...request, body: { ...Object(request.body), custom_fields: [{ manager: "Kim" }] } };
}

const keyed = (request: TestRequest): TestRequest => ({
  ...request,
  headers: { "idempotency-key": newUuid() },
});

test("what each route costs", async () => {
  const read = await makeQuietEstate();
  for (const route of routeKeys) {
    const estate = route.startsWith("GET ") ? read : await makeQuietEstate();
    await measure(route, route, requestOf(route, estate));
    if (!route.startsWith("POST ")) continue;
    const request = keyed(requestOf(route, await makeQuietEstate()));
    await measure("  with an Idempotency-Key", route, request);
    await measure("  the same again", route, request);
  }
});

test("what changes nothing", async () => {
  const { competitor: uuid, reseller } = await makeQuietEstate();
  const route = "PATCH /v1/competitors/{competitor_uuid}";
  await measure(`${route} without a field`, route, { key: reseller.key, uuid, body: {} });
});

/** A list of this many websites, of which only the first and the last page are there to read. */
async function makeList({ reseller }: Estate, count: number): Promise<string> {
  const place = { reseller_uuid: reseller.uuid, business_uuid: newUuid() };
  const attributes = newWebsite({ hostname: "example.com" });
  const ends = [...Array(20).keys(), ...Array.from({ length: 20 }, (_, n) => count - 20 + n)];
  const record = (sequence: number) => newListed<WebsiteRecord>({ place, sequence, attributes });
  await fillList(websites.list(place), count, record, ends);
  return place.business_uuid;
}

test("any page of a list costs the same", async () => {
  const estate = await makeQuietEstate();
  const { key } = estate.reseller;
  for (const count of [10_000, 1_000_000]) {
    const businessUuid = await makeList(estate, count);
    for (const page of [1, count / 20]) {
      const query = { businessUuid, page: String(page) };
      await measure(`${WEBSITES} page ${page} of ${count} websites`, WEBSITES, { key, query });
    }
  }
});

test("any page of all websites costs the same", async () => {
  const estate = await makeQuietEstate();
  const { reseller, business: business_uuid, user: user_uuid } = estate;
  const { key, uuid: reseller_uuid } = reseller;
  const uuids = Array.from({ length: 60 }, newUuid);
  const place = { reseller_uuid, business_uuid };
  const attributes = { ...newWebsite({ hostname: "a.example", user_uuid }), state: "up" as const };
  const records = uuids.map((uuid, sequence) =>
    newListed<WebsiteRecord>({ place, sequence, attributes, uuid }),
  );
  await Website.put(records).go();
  for (const place of [uuids[9], uuids[39]]) {
    const query = { cursor: cursorAt(`up#${place}`), per_page: "10" };
    const name = `${ACCOUNT_WEBSITES} ten after number ${uuids.indexOf(place ?? "") + 1} of 60`;
    await measure(name, ACCOUNT_WEBSITES, { key, query });
  }
});

test("the table of costs is as reviewed", async () => {
  const head = `${"requests, read units, write units".padStart(106)}\n`;
  await expect(`${head}${rows.join("\n")}\n`).toMatchFileSnapshot("costs.txt");
});
