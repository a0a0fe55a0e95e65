import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { Prospect } from "../../shared/entities/prospect.ts";
import { call } from "../support/api.ts";
import { type Estate, makeEstate, makeFeedItem } from "../support/factories.ts";
import { acceptedRequest } from "../support/requests.ts";
import { routeKeys } from "../support/routeKeys.ts";

let estate: Estate;

/** Records with maps, whose fields DynamoDB returns in any order. */
beforeAll(async () => {
  // Some answers say when they were made.
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
  estate = await makeEstate();
  const { reseller, business: business_uuid, website: website_uuid } = estate;
  const { uuid: reseller_uuid, key } = reseller;
  const counts = { directories_found_count: 3, directories_tested_count: 4 };
  await makeFeedItem(
    { reseller_uuid, business_uuid, website_uuid },
    {
      category: "listings",
      type: "listings_summary",
      data: { ...counts, missing_listing_details: false, directories_inconsistent_count: 1 },
    },
  );
  const quiet_hours = { from: "22:00", to: "06:00" };
  await call("PATCH /v1/account/alerts", { key, body: { quiet_hours } });
  const details = { name: "Acme", email: null, phone_number: null, address_line_1: null };
  const place = {
    city: "London",
    county: null,
    postcode: null,
    country_code: "GB",
    language: "en",
  };
  await Prospect.patch({ reseller_uuid, uuid: estate.prospect })
    .set({ details: { ...details, ...place } })
    .set({ unchecked: [{ what: "links", reason: "timeout", technical: "ETIMEDOUT", count: 2 }] })
    .go();
});

afterAll(() => void vi.useRealTimers());

test.each(routeKeys.filter((route) => route.startsWith("GET ")))(
  "%s has the same entity tag until the record changes",
  async (route) => {
    const tags = new Set<unknown>();
    for (let read = 0; read < 6; read += 1) {
      const { status, headers } = await call(route, acceptedRequest(route, estate));
      expect(status).toBe(200);
      tags.add(headers["etag"]);
    }
    expect(tags.size).toBe(1);
  },
);
