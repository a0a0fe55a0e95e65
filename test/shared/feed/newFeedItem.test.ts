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
