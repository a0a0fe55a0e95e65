import { beforeEach, describe, expect, test } from "vitest";
import { FeedItem, type FeedItemRecord } from "../../../../shared/entities/feedItem.ts";
import { takeFeedSequences } from "../../../../shared/feed/feedItem.ts";
import { newUuid } from "../../../../shared/platform/uuid.ts";
import { call } from "../../../support/api.ts";
import { invalid, ok, TIMESTAMP } from "../../../support/expected.ts";
import {
  makeCustomer,
  makeFeedItem,
  makeWebsite,
  type TestReseller,
} from "../../../support/factories.ts";
import { thoroughTest } from "../../../support/runs.ts";

const summary = {
  ssl_valid: true,
  has_sitemap: true,
  ssl_enabled: true,
  ssl_expired: false,
  sitemap_issues: false,
  mobile_friendly: true,
  lighthouse_success: true,
  ssl_expiry_date: "2026-12-31T00:00:00+00:00",
  uptime_percentage: 99.95,
  bad_headings_count: 0,
  links_broken_count: 0,
  spelling_error_count_total: 0,
  website_speed_performance: "good",
};

let reseller: TestReseller;
let place: { reseller_uuid: string; business_uuid: string; website_uuid: string };

beforeEach(async () => {
  const customer = await makeCustomer();
  const { business: business_uuid } = customer;
  ({ reseller } = customer);
  const website_uuid = await makeWebsite(reseller, business_uuid);
  place = { reseller_uuid: reseller.uuid, business_uuid, website_uuid };
});

function list({ key } = reseller, more: Record<string, string> = {}) {
  const query = { businessUuid: place.business_uuid, websiteUuid: place.website_uuid, ...more };
  return call("GET /v1/feed-items", { key, query });
}

test("lists a website's feed items, newest first", async () => {
  const data = {
    directories_found_count: 12,
    missing_listing_details: false,
    directories_tested_count: 40,
    directories_inconsistent_count: 0,
  };
  const first = await makeFeedItem(place);
  const competitor_uuid = newUuid();
  const updated_at = "2026-01-31T09:30:00+00:00";
  const listings = { category: "listings", type: "listings_summary", status: "success", data };
  const second = await makeFeedItem(place, { ...listings, competitor_uuid, updated_at });
  const { business_uuid, website_uuid } = place;
  const where = { business_uuid, website_uuid, created_at: TIMESTAMP };
  expect(await list()).toEqual(
    ok({
      data: [
        { ...where, uuid: second, competitor_uuid, ...listings, updated_at },
        {
          ...where,
          uuid: first,
          competitor_uuid: null,
          category: "website",
          type: "broken_links",
          status: "info",
          data: { links_broken_count: 3, new_links_broken_count: 1 },
          updated_at: null,
        },
      ],
    }),
  );
});

test("returns every type of value that data can have", async () => {
  const data = summary;
  await makeFeedItem(place, { type: "website_summary", data });
  expect((await list()).body.data).toMatchObject([{ type: "website_summary", data }]);
});

test("lists only what belongs to the business and the website", async () => {
  await makeFeedItem({ ...place, business_uuid: newUuid() });
  await makeFeedItem({ ...place, website_uuid: newUuid() });
  expect(await list()).toEqual(ok({ data: [] }));
});

test("needs both parameters", async () => {
  expect(await call("GET /v1/feed-items", { key: reseller.key })).toEqual(
    invalid({
      businessUuid: { required: "Business UUID is required" },
      websiteUuid: { required: "Website UUID is required" },
    }),
  );
});

test("does not list what has expired, also before DynamoDB has removed it", async () => {
  const now = Math.floor(Date.now() / 1000);
  const other = await makeFeedItem(place, { expires_epoch: now + 60 });
  await makeFeedItem(place, { expires_epoch: now - 60 });
  expect((await list()).body.data).toMatchObject([{ uuid: other }]);
});

describe("pages", () => {
  /** Puts a number of items into the feed, as audits do, and returns their uuids, newest first. */
  async function fill(
    count: number,
    more: (index: number) => Partial<FeedItemRecord> = () => ({}),
  ) {
    const first = await takeFeedSequences(place, count);
    const items = Array.from({ length: count }, (_, index) => ({
      ...place,
      sequence: first + index,
      uuid: newUuid(),
      category: "website",
      type: "website_summary",
      status: "info",
      data: summary,
      created_at: "2026-11-20T09:30:00+00:00",
      expires_epoch: Math.floor(Date.now() / 1000) + 3600,
      ...more(index),
    }));
    await FeedItem.put(items).go({ concurrency: 4 });
    return items.map(({ uuid }) => uuid).reverse();
  }

  async function uuidsOf(page: { page?: string; per_page?: string } = {}): Promise<string[]> {
    const { body } = await list(reseller, page);
    return body.data.map(({ uuid }: { uuid: string }) => uuid);
  }

  test("are the newest 100 unless the request says otherwise", async () => {
    const uuids = await fill(130);
    expect(await uuidsOf()).toEqual(uuids.slice(0, 100));
    expect(await uuidsOf({ page: "2" })).toEqual(uuids.slice(100));
    expect(await uuidsOf({ page: "3" })).toEqual([]);
    expect(await uuidsOf({ page: "2", per_page: "7" })).toEqual(uuids.slice(7, 14));
    expect(await uuidsOf({ page: "130", per_page: "1" })).toEqual(uuids.slice(129));
    expect(await uuidsOf({ page: "9007199254740991" })).toEqual([]);
  });

  test("lose nothing where a place was not used, but the page is shorter", async () => {
    const older = await fill(3);
    await takeFeedSequences(place, 2);
    const newer = await fill(1);
    expect(await uuidsOf({ per_page: "4" })).toEqual([...newer, older[0]]);
    expect(await uuidsOf({ per_page: "4", page: "2" })).toEqual(older.slice(1));
  });
});

/** A finding in an item, on three pages. */
function openFinding(text: string) {
  const finding = { uuid: newUuid(), code: "skipped_level", severity: "info", subject: text };
  return { ...finding, pages_count: 5, pages: Array(3).fill(text), is_new: false };
}

function headingsItem(details: object[]) {
  const counts = { headings_count: details.length, new_headings_count: 0 };
  return { type: "headings", data: { ...counts, pages_checked_count: 5, details } };
}

test("data is stored compressed, and answered as it was", async () => {
  const { type, data } = headingsItem(Array(3).fill(openFinding("https://example.com/€")));
  await makeFeedItem(place, { type, data });
  await makeFeedItem(place);
  const items = await FeedItem.query.ofWebsite(place).go({ data: "raw", order: "desc" });
  const stored = (items.data as unknown as { Items: { data: unknown }[] }).Items;
  expect(stored.map((item) => item.data instanceof Uint8Array)).toEqual([true, true]);
  const shown = (await list()).body.data;
  expect(shown.map((item: { data: unknown }) => item.data)).toEqual([expect.anything(), data]);
});

describe("a feed of more than 1 MB", () => {
  const MB = 1_000_000;

  /** An item with a number of findings of 1,200 characters. */
  function largeItem(count: number, character = "x") {
    return headingsItem(Array(count).fill(openFinding(character.repeat(300))));
  }

  /** Items whose `data` has about this many bytes as JSON, oldest first. */
  async function fill(sizes: number[], more: Partial<FeedItemRecord> = {}) {
    const uuids: string[] = [];
    for (const size of sizes) {
      uuids.push(await makeFeedItem(place, { ...largeItem(Math.round(size / 1370)), ...more }));
    }
    return uuids;
  }

  /** What the list answers, in bytes, and the items in it. */
  async function measure() {
    const { body } = await list();
    const uuids: string[] = body.data.map(({ uuid }: { uuid: string }) => uuid);
    return { bytes: Buffer.byteLength(JSON.stringify(body)), uuids };
  }

  thoroughTest("lists the newest that fit, and no fewer", async () => {
    const uuids = await fill(Array(60).fill(20_000));
    const { bytes, uuids: listed } = await measure();
    expect(listed).toEqual(uuids.toReversed().slice(0, listed.length));
    expect(bytes).toBeLessThanOrEqual(MB);
    expect(bytes).toBeGreaterThan(MB - 21_000);
  });

  test("counts bytes, not characters", async () => {
    for (let count = 0; count < 7; count += 1) {
      await makeFeedItem(place, largeItem(50, "€"));
    }
    const { bytes, uuids } = await measure();
    expect(uuids).toHaveLength(5);
    expect(bytes).toBeLessThanOrEqual(MB);
  });

  test("does not end at the items that have expired", async () => {
    const [oldest] = await fill([1000]);
    await fill(Array(6).fill(300_000), { expires_epoch: Math.floor(Date.now() / 1000) - 60 });
    const [newest] = await fill([1000]);
    expect((await measure()).uuids).toEqual([newest, oldest]);
  });

  test("of small items is read on where DynamoDB ends a page", async () => {
    const uuids = await fill(Array(14).fill(68_000));
    expect((await measure()).uuids).toEqual(uuids.toReversed());
  });
});
