import { describe, expect, it } from "vitest";
import {
  analyseListings,
  listingsSummaryData,
} from "../../../../functions/audit/analysers/listings.ts";
import type { Listing, Lookup } from "../../../../functions/audit/services/businessListing.ts";
import { BUSINESS, LISTING } from "../services/joesCafe.ts";

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
      "found in the one that answers",
      [directory(new Error("timeout")), directory({ asked: false }), found()],
      [1, false, 1, 0],
      "success",
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
    expect(listingsSummaryData.parse(finding?.data)).toEqual(finding?.data);
  });

  it.each([
    ["there is none", []],
    ["none answers", [directory(new Error("timeout")), directory({ asked: false })]],
  ])("finds nothing if %s", async (_, directories) => {
    expect(await analyseListings(BUSINESS, directories)).toBeUndefined();
  });
});
