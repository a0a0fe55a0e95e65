import { describe, expect, it } from "vitest";
import { listingsSummaryData } from "../../../../shared/audit/analysers/feedSchemas.ts";
import { listings } from "../../../../shared/audit/analysers/listings.ts";
import type {
  Listing,
  ListingDirectory,
  Lookup,
} from "../../../../shared/audit/services/businessListing.ts";
import { BUSINESS, LISTING } from "../services/joesCafe.ts";
import { businessOf, codesOf, examine } from "./support.ts";

const examineListings = (directories: ListingDirectory[]) => {
  const { hostname, ...details } = BUSINESS;
  const business = businessOf(details);
  const registry = { find: async () => undefined };
  return examine(listings.begin(), [], { hostname, business, sources: { registry, directories } });
};

describe("the listings", () => {
  const directory = (lookup: Lookup | Error) => ({
    name: "a directory",
    find: async () => {
      if (lookup instanceof Error) throw lookup;
      return lookup;
    },
  });
  const matching = (overrides: Partial<Listing> = {}) =>
    directory({ isSearched: true, listing: { ...LISTING, ...overrides } });
  const absent = directory({ isSearched: true });

  it.each([
    ["the same everywhere", [matching(), matching()], [2, false, 2, 0], []],
    ["found in one of two", [matching(), absent], [1, false, 2, 0], []],
    [
      "another phone in one",
      [matching(), matching({ phones: ["020 7946 0999"] })],
      [2, false, 2, 1],
      ["listing_differs"],
    ],
    ["no phone in one", [matching({ phones: [] })], [1, true, 1, 0], ["listing_incomplete"]],
    ["found nowhere", [absent], [0, false, 1, 0], ["listing_missing"]],
    [
      "found in the one that answers",
      [directory(new Error("timeout")), directory({ isSearched: false }), matching()],
      [1, false, 1, 0],
      [],
    ],
  ])("of a business that is %s", async (_, directories, counts, codes) => {
    const result = await examineListings(directories);
    const [
      directories_found_count,
      missing_listing_details,
      directories_tested_count,
      directories_inconsistent_count,
    ] = counts;
    expect(codesOf(result)).toEqual(codes);
    expect(listingsSummaryData.parse(result?.details)).toEqual({
      directories_found_count,
      missing_listing_details,
      directories_tested_count,
      directories_inconsistent_count,
    });
  });

  it.each([
    ["there is none", []],
    ["none answers", [directory(new Error("timeout")), directory({ isSearched: false })]],
  ])("finds nothing if %s", async (_, directories) => {
    expect(await examineListings(directories)).toBeUndefined();
  });
});
