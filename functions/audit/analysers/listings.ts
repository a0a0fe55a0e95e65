import * as z from "zod/mini";
import type { BusinessRecord } from "../../../shared/entities/business.ts";
import { describeError, log } from "../../../shared/log.ts";
import {
  type AuditContext,
  count,
  defineAnalyser,
  type Finding,
  type Status,
} from "../analyser.ts";
import {
  type BusinessDetails,
  type Comparison,
  compareListing,
  type Listing,
  type ListingDirectory,
  type Lookup,
} from "../services/businessListing.ts";
import { SiteListings, siteDirectory } from "../siteListings.ts";

/** Of the businesses that a site describes, so many are kept for other websites of its host name. */
const MAX_SHARED = 20;

/** Section 2.8 of the specification. */
export const listingsSummaryData = z.strictObject({
  directories_found_count: count,
  missing_listing_details: z.boolean(),
  directories_tested_count: count,
  directories_inconsistent_count: count,
});

type ListingsSummaryData = z.infer<typeof listingsSummaryData>;

/**
 * Looks a business up in directories and compares name, postcode and phone. Tested: directories
 * that answered; found: those that have the business; inconsistent: found, and one of the three
 * differs. `missing_listing_details`: one of the three could not be compared in a directory that
 * has the business, because the listing or we ourselves do not know it.
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

/** What the listings audit compares: what is known of the business, from its onboarding. */
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

/** Compares the business with what its website says of itself, and with the directories. */
async function compareListings(
  ofSite: Listing[] | undefined,
  { hostname, business, sources }: Pick<AuditContext, "hostname" | "business" | "sources">,
) {
  const directories = [siteDirectory(ofSite), ...sources.directories];
  const details = businessDetails(hostname, business);
  return {
    findings: { listings_summary: await analyseListings(details, directories) },
    material: ofSite?.slice(0, MAX_SHARED) ?? null,
  };
}

export const listings = defineAnalyser({
  feature: "listings",
  category: "listings",
  items: { listings_summary: listingsSummaryData },
  reads: "everyPage",
  asksServices: true,
  collect: () => new SiteListings(),
  async analyse(_crawl, context, { listings }) {
    return await compareListings(listings, context);
  },
  async adopt({ material }, context) {
    return await compareListings((material as Listing[] | null) ?? undefined, context);
  },
  summarise: () => ({}),
});
