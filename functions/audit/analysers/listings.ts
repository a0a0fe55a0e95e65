import * as z from "zod/mini";
import { described } from "../../../shared/fields/described.ts";
import { describeError, log } from "../../../shared/log.ts";
import { defineAnalyser } from "../analyser.ts";
import { type Fault, type Finding, ofWebsite, type Status, withFaults } from "../finding.ts";
import {
  type BusinessDetails,
  compareListing,
  type ListingDirectory,
  type Lookup,
} from "../services/businessListing.ts";
import { listingCounts } from "./listingsFaults.ts";

/** Section 2.8 of the specification. */
export const listingsSummaryData = z.strictObject({
  directories_found_count: listingCounts.directories_found_count,
  missing_listing_details: described(
    z.boolean(),
    "Whether one of the three could not be compared.",
    false,
  ),
  directories_tested_count: listingCounts.directories_tested_count,
  directories_inconsistent_count: listingCounts.directories_inconsistent_count,
});

type ListingsSummaryData = z.infer<typeof listingsSummaryData>;

/**
 * Looks a business up in directories and compares name, postcode and phone. A directory counts as
 * tested if it answered, as found if it has the business, and as inconsistent if one of the three
 * differs. `missing_listing_details`: one of the three could not be compared, because the listing or the
 * business lacks it.
 *
 * `success`: found, and the same everywhere; `warning`: found nowhere, different or incomplete. Undefined if
 * no directory could be asked.
 */
export async function analyseListings(
  business: BusinessDetails,
  directories: ListingDirectory[],
): Promise<Finding<ListingsSummaryData> | undefined> {
  const lookups = await Promise.all(directories.map((directory) => lookUp(business, directory)));
  const tested = lookups.filter((lookup) => lookup.asked);
  if (tested.length === 0) return undefined;
  const comparisons = tested
    .flatMap(({ listing }) => listing ?? [])
    .map((listing) => compareListing(business, listing));
  const data = {
    directories_found_count: comparisons.length,
    missing_listing_details: comparisons.some(({ missing }) => missing.length > 0),
    directories_tested_count: tested.length,
    directories_inconsistent_count: comparisons.filter(({ differing }) => differing.length > 0)
      .length,
  };
  return { status: statusOf(data), data };
}

async function lookUp(business: BusinessDetails, directory: ListingDirectory): Promise<Lookup> {
  try {
    return await directory.find(business);
  } catch (error) {
    log("warn", "a directory could not be asked", {
      directory: directory.name,
      ...describeError(error),
    });
    return { asked: false };
  }
}

function statusOf(data: ListingsSummaryData): Status {
  const isFine =
    data.directories_found_count > 0 &&
    data.directories_inconsistent_count === 0 &&
    !data.missing_listing_details;
  return isFine ? "success" : "warning";
}

function faultsOf({ missing_listing_details, ...counts }: ListingsSummaryData): Fault[] {
  const faults: [isThere: boolean, code: string][] = [
    [counts.directories_found_count === 0, "listing_missing"],
    [counts.directories_inconsistent_count > 0, "listing_differs"],
    [missing_listing_details, "listing_incomplete"],
  ];
  return faults.filter(([isThere]) => isThere).map(([, code]) => ofWebsite(code, "", counts));
}

export const listings = defineAnalyser({
  feature: "listings",
  explanation:
    "Looks the business up in OpenStreetMap by name and postcode, or by name and city, if the provider has set it up, and compares name, postcode and phone number. The website itself is no directory. There is no item if no directory could be asked.",
  category: "listings",
  items: { listings_summary: listingsSummaryData },
  reads: "nothing",
  asksServices: true,
  // Everything is about the reseller's business.
  analyse: async () => ({}),
  async tell(_, own) {
    const { hostname, business, directories } = own;
    const details = { ...business?.address, name: business?.name ?? "", hostname };
    const finding = await analyseListings(details, directories);
    if (!finding) return { findings: {} };
    const told = withFaults(finding, faultsOf(finding.data), own);
    return { findings: { listings_summary: told.finding }, faults: told.faults };
  },
  summary: {},
  whenOff: {},
  summarise: () => ({}),
});
