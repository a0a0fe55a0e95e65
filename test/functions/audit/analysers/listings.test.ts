import { describe, expect, it } from "vitest";
import {
  analyseListings,
  listingsSummaryData,
  SiteListings,
  siteDirectory,
} from "../../../../functions/audit/analysers/listings.ts";
import type { Page } from "../../../../functions/audit/pages/page.ts";
import type { Listing, Lookup } from "../../../../functions/audit/services/businessListing.ts";
import { shown } from "../../../support/pages.ts";
import { BUSINESS, LISTING } from "../services/joesCafe.ts";
import { page } from "./support.ts";

const listingsOf = (...pages: Page[]) => siteDirectory(shown(new SiteListings(), pages).listings);

describe("analyseListings", () => {
  const directory = (lookup: Lookup | Error) => ({
    name: "a directory",
    find: async () => {
      if (lookup instanceof Error) throw lookup;
      return lookup;
    },
  });
  const found = (given: Partial<Listing> = {}) =>
    directory({ asked: true, listing: { ...LISTING, ...given } });
  const absent = directory({ asked: true });

  it.each([
    ["the same everywhere", [found(), found()], [2, false, 2, 0], "success"],
    ["found in one of two", [found(), absent], [1, false, 2, 0], "success"],
    [
      "another phone in one",
      [found(), found({ phones: ["020 7946 0999"] })],
      [2, false, 2, 1],
      "warning",
    ],
    ["no phone in one", [found({ phones: [] })], [1, true, 1, 0], "warning"],
    ["found nowhere", [absent], [0, false, 1, 0], "warning"],
    [
      "not to be asked",
      [directory(new Error("timeout")), directory({ asked: false })],
      [0, false, 0, 0],
      "info",
    ],
  ])("of a business that is %s", async (_, directories, counts, status) => {
    const finding = await analyseListings(BUSINESS, directories);
    const [
      directories_found_count,
      missing_listing_details,
      directories_tested_count,
      directories_inconsistent_count,
    ] = counts;
    expect(finding).toEqual({
      status,
      data: {
        directories_found_count,
        missing_listing_details,
        directories_tested_count,
        directories_inconsistent_count,
      },
    });
    expect(listingsSummaryData.parse(finding.data)).toEqual(finding.data);
  });
});

describe("siteListing", () => {
  const find = (...jsonLd: unknown[]) => listingsOf(page({ jsonLd })).find(BUSINESS);
  const cafe = {
    "@type": "CafeOrCoffeeShop",
    name: "Joe's Café",
    legalName: "Joe's Café Ltd",
    telephone: "020 7946 0123",
    address: { "@type": "PostalAddress", postalCode: "NW1 6XE" },
  };
  const listing = {
    names: ["Joe's Café", "Joe's Café Ltd"],
    postcode: "NW1 6XE",
    phones: ["020 7946 0123"],
  };

  it.each([
    ["at the top", cafe],
    ["in @graph", { "@graph": [{ "@type": "WebSite", name: "Joe", telephone: "1" }, cafe] }],
    ["as a publisher", { "@type": "WebPage", publisher: cafe }],
    [
      "in lists, its types too",
      [[{ ...cafe, "@type": ["http://schema.org/Cafe", "Store"], address: [cafe.address] }]],
    ],
    [
      "after another business",
      [{ ...cafe, name: "Web Agency", "@type": "Organization", legalName: "" }, cafe],
    ],
  ])("finds the business %s", async (_, jsonLd) => {
    expect(await find(jsonLd)).toEqual({ asked: true, listing });
  });

  it.each([
    ["our postcode", { ...cafe, telephone: "020 7946 0999" }],
    ["our phone", { ...cafe, address: { postalCode: "SW1A 1AA" } }],
    ["our postcode and no phone", { ...cafe, telephone: "" }],
    ["both, before the same again", cafe, { ...cafe, alternateName: "Joe" }],
    ["our phone, under another name", { ...cafe, name: "Coffee Ltd", legalName: "" }],
  ])("finds of several branches the one with %s", async (_, ours, ...others) => {
    const { name, legalName } = ours;
    const elsewhere = { telephone: "0161 496 0001", address: { postalCode: "M1 1AA" } };
    const branch = { ...cafe, name, legalName, ...elsewhere };
    const found = await find({ "@graph": [branch, ours, ...others] });
    expect(found).toEqual(await find(ours));
  });

  it("takes the phone of a contact point", async () => {
    const { telephone, ...rest } = cafe;
    expect(await find({ ...rest, contactPoint: [{ telephone }] })).toEqual({
      asked: true,
      listing,
    });
  });

  it.each([
    ["nothing", []],
    ["no business", [{ ...cafe, "@type": "Person" }]],
    ["a name and no more", [{ "@type": "Organization", name: "Joe" }]],
    ["no type", [{ name: "Joe", telephone: "1" }]],
    ["what is no object", [null, 1, "text", [[]]]],
  ])("finds none in %s", async (_, jsonLd) => {
    expect(await find(...jsonLd)).toEqual({ asked: true });
  });

  it("can't be asked without a page", async () => {
    expect(await listingsOf().find(BUSINESS)).toEqual({ asked: false });
  });
});
