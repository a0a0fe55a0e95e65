import { beforeEach, expect, test } from "vitest";
import { Website, type WebsiteRecord } from "../../../shared/entities/website.ts";
import { businesses } from "../../../shared/lists/businesses.ts";
import { changeListed, getListed, removeListed } from "../../../shared/lists/changeListed.ts";
import { readAccountPage, readListPage, readPlaces } from "../../../shared/lists/readAccount.ts";
import { findInGroup } from "../../../shared/lists/searchAccount.ts";
import { websites } from "../../../shared/lists/websites.ts";
import { makeCustomer, makeWebsite, type TestReseller } from "../../support/factories.ts";

let reseller: TestReseller;
let reseller_uuid: string;
let business_uuid: string;
/** The website of the onboarding, and four more. */
let uuids: string[];

const keyOf = (uuid: string) => ({ reseller_uuid, uuid });
const uuidsOf = (records: WebsiteRecord[]) => records.map(({ uuid }) => uuid);
const readAll = (from: number, limit: number) =>
  readAccountPage(websites, reseller_uuid, { from, limit });

beforeEach(async () => {
  const customer = await makeCustomer();
  ({ reseller, business: business_uuid } = customer);
  reseller_uuid = reseller.uuid;
  const first = await readAll(0, 10);
  uuids = uuidsOf(first.records);
  for (let number = 0; number < 4; number += 1) {
    uuids.push(await makeWebsite(reseller, business_uuid));
  }
});

test("pages follow one another in the order of creation, and the last one says so", async () => {
  const first = await readAll(0, 2);
  const second = await readAll(first.next ?? 0, 2);
  const third = await readAll(second.next ?? 0, 2);
  expect([first, second, third].map(({ records }) => uuidsOf(records))).toEqual([
    ...[uuids.slice(0, 2), uuids.slice(2, 4), uuids.slice(4)],
  ]);
  expect(third.next).toBeUndefined();
  expect((await readAll(0, 5)).next).toBeUndefined();
});

test("each record is on one page, whatever is added and removed in between", async () => {
  const first = await readAll(0, 2);
  for (const uuid of [uuids[1], uuids[2]]) await removeListed(websites, keyOf(uuid ?? ""));
  const added = await makeWebsite(reseller, business_uuid);
  const rest = await readAll(first.next ?? 0, 10);
  expect(uuidsOf(rest.records)).toEqual([...uuids.slice(3), added]);
});

test("a record that is gone while a page is read is left out of it", async () => {
  await Website.remove(keyOf(uuids[1] ?? "")).go();
  const { records, next } = await readAll(0, 3);
  expect(uuidsOf(records)).toEqual([uuids[0], uuids[2]]);
  expect(uuidsOf((await readAll(next ?? 0, 3)).records)).toEqual(uuids.slice(3));
});

test("the list of a deleted record is empty before the clean-up has run", async () => {
  const place = { reseller_uuid, business_uuid };
  const read = () => readListPage(websites, place, { from: 1, limit: 2 });
  const page = await read();
  expect(uuidsOf(page.records)).toEqual(uuids.slice(2, 4));
  expect(page.next).toBe(3);
  await removeListed(businesses, keyOf(business_uuid));
  expect(await read()).toEqual({ records: [], next: undefined });
});

test("records that an index found are put in order, each with its latest number", async () => {
  const places = await Promise.all(
    uuids.slice(1).map(async (uuid) => {
      const { account_sequence } = await getListed(websites, keyOf(uuid));
      return { number: Number(account_sequence), uuid };
    }),
  );
  const former = { number: 0, uuid: uuids[2] ?? "" };
  const found = [...places.toReversed(), former];
  const first = await readPlaces(websites, reseller_uuid, {
    ...{ places: found, slice: { from: 0, limit: 3 } },
  });
  expect(uuidsOf(first.records)).toEqual(uuids.slice(1, 4));
  const slice = { from: first.next ?? 0, limit: 3 };
  const second = await readPlaces(websites, reseller_uuid, { places: found, slice });
  expect(uuidsOf(second.records)).toEqual(uuids.slice(4));
  expect(second.next).toBeUndefined();
});

test("the records of a group are found from a number on, those of one reseller only", async () => {
  const other = await makeCustomer();
  for (const [owner, uuid] of [
    [reseller_uuid, uuids[1]],
    [reseller_uuid, uuids[3]],
    [other.reseller.uuid, await makeWebsite(other.reseller, other.business)],
  ] as const) {
    const key = { reseller_uuid: owner, uuid: uuid ?? "" };
    await changeListed(websites, key, () => ({ set: { is_hostname_up: false } }));
  }
  const find = async (from: number) => {
    const places = await findInGroup(reseller_uuid, "down", { from, limit: 1 });
    return places.map(({ uuid }) => uuid).toSorted();
  };
  expect(await find(0)).toEqual([uuids[1], uuids[3]].toSorted());
  expect(await find(2)).toEqual([uuids[3]]);
  expect(await find(4)).toEqual([]);
});
