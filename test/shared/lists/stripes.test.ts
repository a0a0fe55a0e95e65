import { describe, expect, onTestFinished, test } from "vitest";
import { Business } from "../../../shared/entities/business.ts";
import { ListStripe } from "../../../shared/entities/list.ts";
import { removeListed } from "../../../shared/lists/changeListed.ts";
import { createListed } from "../../../shared/lists/createListed.ts";
import { readPage } from "../../../shared/lists/readPage.ts";
import {
  close,
  countRecords,
  enter,
  leave,
  readClosing,
  readStripes,
  STRIPES,
} from "../../../shared/lists/stripes.ts";
import { newWebsite, websites } from "../../../shared/lists/websites.ts";
import { findLive } from "../../../shared/platform/table/bitmap.ts";
import { transact, transactIfTrue } from "../../../shared/platform/table/transact.ts";
import { newUuid } from "../../../shared/platform/uuid.ts";
import { makeCustomer } from "../../support/factories.ts";
import { segmentKey } from "../../support/fill.ts";
import { interceptRequests } from "../../support/interceptRequests.ts";
import { thoroughly } from "../../support/runs.ts";

/** How many numbers fit into the first stretch of all stripes. */
const FIRST_STRETCH = 16 * 9600;

const newList = () => ({ reseller_uuid: newUuid(), list: "users" });

const add = (list: ReturnType<typeof newList>, sequence: number) =>
  transactIfTrue(...enter(list, sequence));

async function sequencesOf(list: ReturnType<typeof newList>) {
  return findLive(await readStripes(list), { offset: 0, limit: 1000 }, STRIPES).sequences;
}

describe("what is live", () => {
  test.each([
    ["in the first stretch", 0],
    ["where the second stretch begins", FIRST_STRETCH - 2],
  ])("is found in its order, %s", async (_, first) => {
    const list = newList();
    const sequences = Array.from({ length: STRIPES + 1 }, (_, index) => first + index);
    for (const sequence of sequences.toReversed()) await add(list, sequence);
    expect(await sequencesOf(list)).toEqual(sequences);
    for (const sequence of sequences.slice(3)) await transact(leave(list, sequence));
    expect(await sequencesOf(list)).toEqual(sequences.slice(0, 3));
    expect(await countRecords(list)).toBe(3);
  });

  test("is what the records are, also beyond the first stretch", async () => {
    const { reseller, business: business_uuid } = await makeCustomer();
    const place = { reseller_uuid: reseller.uuid, business_uuid };
    await Business.patch({ reseller_uuid: reseller.uuid, uuid: business_uuid })
      .set({ website_sequence: FIRST_STRETCH - 1 })
      .go();
    const attributes = newWebsite({ hostname: "example.com" });
    const records = [];
    for (let count = 0; count < 3; count += 1) {
      records.push(await createListed(websites, place, { attributes }));
    }
    const all = { offset: 0, limit: 20 };
    expect(await readPage(websites, place, all)).toEqual({ total: 3, records });
    const [first, second, third] = records.map((record) => record?.uuid ?? "");
    for (const uuid of [first, third]) {
      await removeListed(websites, { reseller_uuid: reseller.uuid, uuid: uuid ?? "" });
    }
    expect(await readPage(websites, place, all)).toMatchObject({
      total: 1,
      records: [{ uuid: second }],
    });
  });
});

describe("a list that is closed", () => {
  test("is empty, takes nothing in any stripe or stretch, and stays so for twelve days", async () => {
    const list = newList();
    for (const sequence of [0, 5, FIRST_STRETCH + 1]) await add(list, sequence);
    expect(await readClosing(list)).toMatchObject({ isClosed: false });
    await transact(...close(list));
    expect(await sequencesOf(list)).toEqual([]);
    const all = Array.from({ length: STRIPES }, (_, stripe) => stripe);
    for (const stripe of thoroughly(all, [0, 5, STRIPES - 1])) {
      expect(await add(list, stripe)).toBe(false);
      expect(await add(list, FIRST_STRETCH + stripe)).toBe(false);
    }
    const { isClosed, open } = await readClosing(list);
    expect(isClosed).toBe(true);
    expect(open).toEqual([segmentKey(list, 1, 1)]);
    const { data } = await ListStripe.get(segmentKey(list, 0, 3)).go();
    const hours = ((data?.expires_epoch ?? 0) - Date.now() / 1000) / 3600;
    expect(Math.round(hours)).toBe(12 * 24);
  });

  test("can be closed again, and what belonged to it still be removed", async () => {
    const list = newList();
    await add(list, 7);
    await transact(...close(list));
    await transact(...close(list));
    await transact(leave(list, 7));
    expect(await sequencesOf(list)).toEqual([]);
    expect((await readClosing(list)).isClosed).toBe(true);
  });
});

test("a list whose stripes don't come in one answer is read whole", async () => {
  const list = newList();
  for (const sequence of [0, 1, 2]) await add(list, sequence);
  const end = interceptRequests((command, input) => {
    if (command === "Query") Object.assign(input, { Limit: 1 });
  });
  onTestFinished(end);
  expect(await sequencesOf(list)).toEqual([0, 1, 2]);
});
