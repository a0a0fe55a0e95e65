import { describeError, log } from "../../platform/log.ts";
import {
  type BusinessDetails,
  compareListing,
  type ListingDirectory,
  type Lookup,
} from "../services/businessListing.ts";
import type { Analyser, Examined } from "./analyser.ts";
import { type FaultKinds, ofWebsite } from "./faults.ts";

/**
 * Looks a business up in directories and compares name, postcode and phone. A directory counts as
 * tested if it answered, as found if it has the business, and as inconsistent if one of the three
 * differs. `missing_listing_details`: one of the three could not be compared, because the listing or the
 * business lacks it. Undefined if no directory could be asked.
 */
async function examineListings(
  business: BusinessDetails,
  directories: ListingDirectory[],
): Promise<Examined | undefined> {
  const lookups = await Promise.all(directories.map((directory) => lookUp(business, directory)));
  const tested = lookups.filter((lookup) => lookup.isSearched);
  if (tested.length === 0) return undefined;
  const comparisons = tested
    .flatMap(({ listing }) => listing ?? [])
    .map((listing) => compareListing(business, listing));
  const missing_listing_details = comparisons.some(({ missing }) => missing.length > 0);
  const counts = {
    directories_tested_count: tested.length,
    directories_found_count: comparisons.length,
    directories_inconsistent_count: comparisons.filter(({ differing }) => differing.length > 0)
      .length,
  };
  const codes = [
    ...(comparisons.length === 0 ? ["listing_missing"] : []),
    ...(counts.directories_inconsistent_count > 0 ? ["listing_differs"] : []),
    ...(missing_listing_details ? ["listing_incomplete"] : []),
  ];
  return {
    faults: codes.map((code) => ofWebsite(code, "", counts)),
    details: { ...counts, missing_listing_details },
  };
}

async function lookUp(business: BusinessDetails, directory: ListingDirectory): Promise<Lookup> {
  try {
    return await directory.find(business);
  } catch (error) {
    log("warn", "a directory could not be asked", {
      directory: directory.name,
      ...describeError(error),
    });
    return { isSearched: false };
  }
}

const kinds = {
  listing_missing: { severity: "warning" },
  listing_differs: { severity: "warning" },
  listing_incomplete: { severity: "info" },
} satisfies FaultKinds;

export const listings: Analyser = {
  feature: "listings",
  explanation:
    "Looks the business up in OpenStreetMap by name and postcode, or by name and city, if the provider has set it up, and compares name, postcode and phone number. The website itself is no directory. There is no item if no directory could be asked.",
  kinds,
  reads: "nothing",
  asksServices: true,
  begin: () => ({
    examine({ hostname, business, sources }) {
      const details = { ...business?.address, name: business?.name ?? "", hostname };
      return examineListings(details, sources.directories);
    },
  }),
};
