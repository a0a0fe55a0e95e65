import { expect, test } from "vitest";
import { newFeedItem } from "../../../shared/feed/feedItem.ts";
import { UUID } from "../../support/expected.ts";

const NOON = new Date("2026-11-20T12:00:00Z");
const website = { reseller_uuid: "reseller", business_uuid: "business", uuid: "website" };

test("an item is a website's, and kept for 400 days", () => {
  const finding = { type: "ssl", status: "error", data: { ssl_valid: false } } as const;
  expect(newFeedItem(website, { ...finding, sequence: 7 }, NOON)).toEqual({
    reseller_uuid: "reseller",
    business_uuid: "business",
    website_uuid: "website",
    sequence: 7,
    uuid: UUID,
    category: "website",
    ...finding,
    created_at: "2026-11-20T12:00:00+00:00",
    expires_epoch: Date.parse("2027-12-25T12:00:00Z") / 1000,
  });
});

test("an item has the category that it is given", () => {
  const finding = { type: "listings_summary", status: "info", data: {} } as const;
  const category = "listings";
  expect(newFeedItem(website, { ...finding, category, sequence: 0 })).toMatchObject({ category });
});

test("an item sorts after those that were made before it", () => {
  const finding = { type: "ssl", status: "success", data: {} } as const;
  const uuids = Array.from(
    { length: 100 },
    () => newFeedItem(website, { ...finding, sequence: 0 }).uuid,
  );
  expect(uuids.toSorted()).toEqual(uuids);
});
