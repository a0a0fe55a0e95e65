import { beforeEach, expect, test } from "vitest";
import { newUuid } from "../../shared/uuid.ts";
import { call } from "../support/api.ts";
import { invalid, ok, TIMESTAMP } from "../support/expected.ts";
import { makeFeedItem, makeReseller, type TestReseller } from "../support/factories.ts";

let reseller: TestReseller;
let place: { reseller_uuid: string; business_uuid: string; website_uuid: string };

beforeEach(async () => {
  reseller = await makeReseller();
  place = { reseller_uuid: reseller.uuid, business_uuid: newUuid(), website_uuid: newUuid() };
});

function list({ key } = reseller) {
  const query = { businessUuid: place.business_uuid, websiteUuid: place.website_uuid };
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
  const data = {
    ssl_valid: true,
    ssl_expiry_date: "2026-12-31T00:00:00+00:00",
    uptime_percentage: 99.95,
    bad_headings_count: 0,
    website_speed_performance: "good",
  };
  await makeFeedItem(place, { type: "website_summary", data });
  expect((await list()).body.data).toMatchObject([{ type: "website_summary", data }]);
});

test("lists only what belongs to the business and the website", async () => {
  await makeFeedItem({ ...place, business_uuid: newUuid() });
  await makeFeedItem({ ...place, website_uuid: newUuid() });
  expect(await list()).toEqual(ok({ data: [] }));
});

test("lists nothing of another reseller", async () => {
  await makeFeedItem(place);
  expect(await list(await makeReseller())).toEqual(ok({ data: [] }));
});

test("needs both parameters", async () => {
  expect(await call("GET /v1/feed-items", { key: reseller.key })).toEqual(
    invalid({
      businessUuid: { required: "businessUuid is required" },
      websiteUuid: { required: "websiteUuid is required" },
    }),
  );
});
