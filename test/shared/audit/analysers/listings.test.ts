import { expect, it } from "vitest";
import { listingsSummaryData } from "../../../../shared/audit/analysers/feedSchemas.ts";
import { listings } from "../../../../shared/audit/analysers/listings.ts";
import type { Listing } from "../../../../shared/audit/services/businessListing.ts";
import { BUSINESS, LISTING } from "../services/joesCafe.ts";
import { businessOf, codesOf, examine } from "./support.ts";

const examineListing = (find: () => Promise<Listing | null | undefined>) => {
  const { hostname, ...details } = BUSINESS;
  const registry = { find: async () => undefined };
  const sources = { registry, directory: { find } };
  return examine(listings.begin(), [], { hostname, business: businessOf(details), sources });
};

it.each<[string, Listing | null, boolean, number[], string[]]>([
  ["the same", LISTING, false, [1, 0], []],
  ["other", { ...LISTING, phones: ["020 7946 0999"] }, false, [1, 1], ["listing_differs"]],
  ["incomplete", { ...LISTING, phones: [] }, true, [1, 0], ["listing_incomplete"]],
  ["absent", null, false, [0, 0], ["listing_missing"]],
])("the listing of a business may be %s", async (_, listing, isIncomplete, counts, codes) => {
  const result = await examineListing(async () => listing);
  const [directories_found_count, directories_inconsistent_count] = counts;
  expect(codesOf(result)).toEqual(codes);
  expect(listingsSummaryData.parse(result?.details)).toEqual({
    ...{ directories_found_count, directories_inconsistent_count, directories_tested_count: 1 },
    missing_listing_details: isIncomplete,
  });
});

it.each([
  ["can't be asked", () => Promise.reject(new Error("timeout"))],
  ["can't search the business", async () => undefined],
])("a directory that %s says nothing", async (_, find) => {
  expect(await examineListing(find)).toBeUndefined();
});
