import { beforeEach, expect, test } from "vitest";
import type { WebsiteRecord } from "../../../shared/entities/website.ts";
import { readCounts } from "../../../shared/lists/account.ts";
import { businesses } from "../../../shared/lists/businesses.ts";
import { changeListed, removeListed } from "../../../shared/lists/changeListed.ts";
import { readAccountWebsites } from "../../../shared/lists/readAccount.ts";
import { readListPage } from "../../../shared/lists/readPage.ts";
import { websites } from "../../../shared/lists/websites.ts";
import { type WebsiteState, websiteStates } from "../../../shared/vocabulary/websiteState.ts";
import { makeCustomer, makeWebsite, type TestReseller } from "../../support/factories.ts";

let reseller: TestReseller;
let reseller_uuid: string;
let business_uuid: string;
/** The website of the onboarding, and four more. */
let uuids: string[];

const keyOf = (uuid = "") => ({ reseller_uuid, uuid });
const uuidsOf = (records: WebsiteRecord[]) => records.map(({ uuid }) => uuid);

/** Attributes from which each state follows. */
const inState: Record<WebsiteState, Partial<WebsiteRecord>> = {
  down: { is_hostname_up: false },
  unstable: { unstable_since: "2026-11-20T12:00:00+00:00" },
  maintenance: { is_hostname_up: false, maintenance_until: "2026-11-20T12:00:00+00:00" },
  not_checked: { awaits_probe: true },
  paused: {
    paused_since: "2026-11-20T12:00:00+00:00",
    maintenance_until: "2026-11-20T12:00:00+00:00",
  },
  up: {},
};
const nothing = { awaits_probe: undefined, is_hostname_up: true, unstable_since: undefined };
const noWindow = { maintenance_until: undefined, paused_since: undefined };

async function put(uuid: string | undefined, state: WebsiteState) {
  const set = { ...nothing, ...noWindow, ...inState[state] };
  expect((await changeListed(websites, keyOf(uuid), () => ({ set }))).state).toBe(state);
}

const read = (limit: number, more: Partial<Parameters<typeof readAccountWebsites>[1]> = {}) =>
  readAccountWebsites(reseller_uuid, { states: websiteStates, isByState: false, limit, ...more });

/** The uuids on each page. */
async function pages(
  limit: number,
  more: Partial<Parameters<typeof read>[1]> = {},
): Promise<string[][]> {
  const { records, next } = await read(limit, more);
  if (next === undefined) return [uuidsOf(records)];
  return [uuidsOf(records), ...(await pages(limit, { ...more, after: next }))];
}

beforeEach(async () => {
  const customer = await makeCustomer();
  ({ reseller, business: business_uuid } = customer);
  reseller_uuid = reseller.uuid;
  uuids = uuidsOf((await read(10)).records);
  for (let number = 0; number < 4; number += 1) {
    uuids.push(await makeWebsite(reseller, business_uuid));
  }
});

test("pages follow one another in the order of creation, whatever the states", async () => {
  const pairs = [uuids.slice(0, 2), uuids.slice(2, 4), uuids.slice(4)];
  expect(await pages(2)).toEqual(pairs);
  await put(uuids[3], "down");
  await put(uuids[0], "paused");
  expect(await pages(2)).toEqual(pairs);
  expect(await pages(5)).toEqual([uuids]);
});

test("the worst come first, those of a state in the order of creation", async () => {
  const states = ["up", "down", "unstable", "down", "not_checked"] as const;
  for (const [index, state] of states.entries()) await put(uuids[index], state);
  const order = [1, 3, 2, 4, 0].map((index) => uuids[index]);
  for (const limit of [1, 2, 3, 5]) {
    expect((await pages(limit, { isByState: true })).flat()).toEqual(order);
  }
  expect(await pages(5, { states: ["down"] })).toEqual([[uuids[1], uuids[3]]]);
});

test("each record is on one page, whatever is added and removed in between", async () => {
  const first = await read(2);
  for (const uuid of [uuids[1], uuids[2]]) await removeListed(websites, keyOf(uuid));
  const added = await makeWebsite(reseller, business_uuid);
  const rest = await read(10, { after: first.next });
  expect(uuidsOf(rest.records)).toEqual([...uuids.slice(3), added]);
});

test("counts say how many records of each kind and state there are", async () => {
  const none = { down: 0, unstable: 0, maintenance: 0, not_checked: 0, paused: 0, up: 0 };
  expect(await readCounts(reseller_uuid)).toEqual({ ...none, businesses: 2, not_checked: 5 });
  for (const [index, state] of (["down", "down", "paused"] as const).entries())
    await put(uuids[index], state);
  await put(uuids[0], "up");
  await put(uuids[0], "up");
  const counts = { ...none, not_checked: 2, down: 1, paused: 1, up: 1 };
  expect(await readCounts(reseller_uuid)).toEqual({ ...counts, businesses: 2 });
  await removeListed(websites, keyOf(uuids[0]));
  expect(await readCounts(reseller_uuid)).toEqual({ ...counts, up: 0, businesses: 2 });
  await removeListed(businesses, keyOf(business_uuid));
  expect(await readCounts(reseller_uuid)).toMatchObject({ businesses: 1 });
});

test("the list of a deleted record is empty before the clean-up has run", async () => {
  const place = { reseller_uuid, business_uuid };
  const readOwn = () => readListPage(websites, place, { after: `0#${uuids[0]}`, limit: 2 });
  const page = await readOwn();
  expect(uuidsOf(page.records)).toEqual(uuids.slice(2, 4));
  expect(page.next).toBe(`2#${uuids[3]}`);
  await removeListed(businesses, keyOf(business_uuid));
  expect(await readOwn()).toEqual({ records: [], next: undefined });
});
