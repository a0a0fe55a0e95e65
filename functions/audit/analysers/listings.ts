import * as z from "zod/mini";
import type { BusinessRecord } from "../../../shared/entities/business.ts";
import { described } from "../../../shared/fields/described.ts";
import { describeError, log } from "../../../shared/log.ts";
import { count, defineAnalyser, type Finding, type Status } from "../analyser.ts";
import {
  type BusinessDetails,
  type Comparison,
  compareListing,
  type ListingDirectory,
  type Lookup,
} from "../services/businessListing.ts";
import { SiteListings, siteDirectory } from "../siteListings.ts";

/** Section 2.8 of the specification. */
export const listingsSummaryData = z.strictObject({
  directories_found_count: described(count, "How many of them have the business.", 2),
  missing_listing_details: described(
    z.boolean(),
    "Whether one of the three could not be compared.",
    false,
  ),
  directories_tested_count: described(count, "How many directories answered.", 2),
  directories_inconsistent_count: described(
    count,
    "In how many of those name, postcode or phone differ.",
    1,
  ),
});

type ListingsSummaryData = z.infer<typeof listingsSummaryData>;

/**
 * Looks a business up in directories and compares name, postcode and phone. Tested: directories
 * that answered; found: those that have the business; inconsistent: found, and one of the three
 * differs. `missing_listing_details`: a directory has the business, but one of the three could not
 * be compared, because either the listing or the business lacks it.
 *
 * `success`: found, and the same everywhere; `warning`: found nowhere, or not the same, or not
 * complete; `info`: no directory could be asked.
 */
export async function analyseListings(
  business: BusinessDetails,
  directories: ListingDirectory[],
): Promise<Finding<ListingsSummaryData>> {
  const lookups = await Promise.all(directories.map((directory) => lookUp(business, directory)));
  const tested = lookups.filter((lookup) => lookup.asked);
  const comparisons = tested
    .flatMap(({ listing }) => listing ?? [])
    .map((listing) => compareListing(business, listing));
  const data = {
    directories_found_count: comparisons.length,
    missing_listing_details: comparisons.some(({ missing }) => missing.length > 0),
    directories_tested_count: tested.length,
    directories_inconsistent_count: comparisons.filter(isInconsistent).length,
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

function isInconsistent({ differing }: Comparison): boolean {
  return differing.length > 0;
}

function statusOf(data: ListingsSummaryData): Status {
  if (data.directories_tested_count === 0) return "info";
  const isFine =
    data.directories_found_count > 0 &&
    data.directories_inconsistent_count === 0 &&
    !data.missing_listing_details;
  return isFine ? "success" : "warning";
}

/** What is compared with the listings: the details of the business from its onboarding. */
function businessDetails(hostname: string, business: BusinessRecord | undefined): BusinessDetails {
  const { postcode, city, country_code, phone_number } = business?.address ?? {};
  return {
    name: business?.name ?? "",
    hostname,
    ...(postcode ? { postcode } : {}),
    ...(city ? { city } : {}),
    ...(country_code ? { country_code } : {}),
    ...(phone_number ? { phone_number } : {}),
  };
}

export const listings = defineAnalyser({
  feature: "listings",
  category: "listings",
  items: { listings_summary: listingsSummaryData },
  reads: "everyPage",
  asksServices: true,
  collect: () => new SiteListings(),
  analyse: async (_crawl, _site, { listings }) => listings,
  async tell(ofSite, { hostname, business, directories }) {
    const details = businessDetails(hostname, business);
    const finding = await analyseListings(details, [siteDirectory(ofSite), ...directories]);
    return { findings: { listings_summary: finding } };
  },
  summary: {},
  summarise: () => ({}),
});
