import { expect, onTestFinished, test } from "vitest";
import { ListEntry } from "../../../shared/entities/list.ts";
import { removeListed } from "../../../shared/lists/changeListed.ts";
import { createListed } from "../../../shared/lists/createListed.ts";
import { readPage } from "../../../shared/lists/readPage.ts";
import { newWebsite, websites } from "../../../shared/lists/websites.ts";
import { makeCustomer } from "../../support/factories.ts";
import { interceptRequests } from "../../support/interceptRequests.ts";

/** A list of this many websites. */
async function makeList(count: number) {
  const { reseller, business: business_uuid } = await makeCustomer();
  const place = { reseller_uuid: reseller.uuid, business_uuid };
  const records = [];
  for (let number = 0; number < count; number += 1) {
    const attributes = newWebsite({ hostname: `${number}.example.com` });
    records.push(await createListed(websites, place, { attributes }));
  }
  return { place, records };
}

/** Counts the queries until the test is over; `before` runs before each of them. */
function onQueries(before: (count: number) => unknown = () => {}): () => number {
  let count = 0;
  onTestFinished(
    interceptRequests(async (command) => {
      if (command !== "Query") return;
      count += 1;
      await before(count);
    }),
  );
  return () => count;
}

const all = { offset: 0, limit: 20 };

test("numbers its records from 0, in the order of their creation", async () => {
  const { place, records } = await makeList(3);
  expect(records.map((record) => record?.sequence)).toEqual([0, 1, 2]);
  expect(await readPage(websites, place, all)).toEqual({ total: 3, records });
});

test.each([
  ["the first", 0],
  ["the last", 1],
])("reads again when %s record went between its two queries", async (_, sequence) => {
  const { place, records } = await makeList(2);
  const list = websites.list(place);
  const { data: entry } = await ListEntry.get({ ...list, sequence }).go();
  const queries = onQueries(async (count) => {
    if (count === 2) await ListEntry.delete({ ...list, sequence }).go();
    if (count === 3 && entry) await ListEntry.put(entry).go();
  });
  expect(await readPage(websites, place, all)).toEqual({ total: 2, records });
  expect(queries()).toBe(4);
});

test("reads again when a record with a lower number came between its two queries", async () => {
  const { place, records } = await makeList(3);
  const late = { ...websites.list(place), sequence: 1 };
  const { data: stored } = await ListEntry.get(late).go();
  const [first, second, third] = records;
  await removeListed(websites, { reseller_uuid: place.reseller_uuid, uuid: String(second?.uuid) });
  const queries = onQueries(async (count) => {
    if (count === 2 && stored) await ListEntry.put(stored).go();
    if (count === 3) await ListEntry.delete(late).go();
  });
  expect(await readPage(websites, place, all)).toEqual({ total: 2, records: [first, third] });
  expect(queries()).toBe(4);
});

test("has the total of its records even if one is removed during each of its reads", async () => {
  const { place, records } = await makeList(8);
  const remaining = [...records];
  onQueries(async (count) => {
    const [first] = remaining;
    if (count % 2 === 1 || !first) return;
    remaining.shift();
    await removeListed(websites, first);
  });
  const page = await readPage(websites, place, all);
  expect(page).toEqual({ total: 3, records: records.slice(5) });
});
