import * as z from "zod/mini";
import { described } from "../../../shared/fields/described.ts";
import { describeError, log } from "../../../shared/log.ts";
import { count, defineAnalyser, type Finding, isReadable, type Status } from "../analyser.ts";
import type { Page } from "../pages/page.ts";
import { type JsonLdNode, jsonLdNodes, textsOf, typesOf } from "../pages/page.ts";
import {
  type BusinessDetails,
  closestListing,
  compareListing,
  isSimilarName,
  type Listing,
  type ListingDirectory,
  type Lookup,
} from "../services/businessListing.ts";

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
 * Looks a business up in directories and compares name, postcode and phone. A directory counts as
 * tested if it answered, as found if it has the business, and as inconsistent if one of the three
 * differs. `missing_listing_details`: one of the three could not be compared, because the listing or the
 * business lacks it.
 *
 * `success`: found, and the same everywhere; `warning`: found nowhere, different or incomplete; `info`: no
 * directory could be asked.
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
  if (data.directories_tested_count === 0) return "info";
  const isFine =
    data.directories_found_count > 0 &&
    data.directories_inconsistent_count === 0 &&
    !data.missing_listing_details;
  return isFine ? "success" : "warning";
}

/** schema.org types that have a name and an address or a phone number, but are no businesses. */
const OTHER_TYPES = new Set(
  "ContactPoint Event JobPosting Offer Person PostalAddress Product Review Service WebPage WebSite".split(
    " ",
  ),
);

/** The maximum number of distinct businesses kept for one site. */
const MAX_BUSINESSES = 1000;
/** The maximum number of names, and of phone numbers, kept for one business. */
const MAX_VALUES = 20;
/** The length to which a name, postcode or phone number is cut. */
const MAX_CHARACTERS = 300;

/**
 * Collects the businesses that a website describes to search engines: JSON-LD objects (a schema.org
 * Organization, LocalBusiness or subtype) with a name, and with an address or a phone number.
 */
export class SiteListings {
  #isRead = false;
  readonly #listings = new Map<string, Listing>();

  add(page: Page) {
    this.#isRead = true;
    if (!isReadable(page)) return;
    for (const node of jsonLdNodes(page)) {
      if (this.#listings.size >= MAX_BUSINESSES) return;
      if (!isBusiness(node)) continue;
      const listing = readListing(node);
      this.#listings.set(JSON.stringify(listing), listing);
    }
  }

  /** Undefined if the website could not be read. */
  get listings(): Listing[] | undefined {
    return this.#isRead ? [...this.#listings.values()] : undefined;
  }
}

/**
 * A website as a directory. If it describes several businesses, the closest one with a similar name is
 * found, or else the closest of all.
 */
export function siteDirectory(listings: Listing[] | undefined): ListingDirectory {
  return {
    name: "website",
    async find(business) {
      if (!listings) return { asked: false };
      const isOurs = ({ names }: Listing) =>
        names.some((other) => isSimilarName(other, business.name));
      const listing =
        closestListing(business, listings.filter(isOurs)) ?? closestListing(business, listings);
      return listing ? { asked: true, listing } : { asked: true };
    },
  };
}

function isBusiness(node: JsonLdNode): boolean {
  const types = typesOf(node);
  return (
    types.length > 0 &&
    !types.some((type) => OTHER_TYPES.has(type)) &&
    textsOf(node["name"]).length > 0 &&
    (objectsOf(node["address"]).length > 0 || phonesOf(node).length > 0)
  );
}

function readListing(node: JsonLdNode): Listing {
  const [postcode] = objectsOf(node["address"]).flatMap((address) =>
    textsOf(address["postalCode"]),
  );
  return {
    names: ["name", "legalName", "alternateName"]
      .flatMap((property) => textsOf(node[property]))
      .slice(0, MAX_VALUES)
      .map(clipped),
    ...(postcode && { postcode: postcode.slice(0, MAX_CHARACTERS) }),
    phones: phonesOf(node).slice(0, MAX_VALUES).map(clipped),
  };
}

function clipped(text: string): string {
  return text.slice(0, MAX_CHARACTERS);
}

function phonesOf(node: JsonLdNode): string[] {
  const contacts = objectsOf(node["contactPoint"]);
  return [node, ...contacts].flatMap((holder) => textsOf(holder["telephone"]));
}

function objectsOf(value: unknown): JsonLdNode[] {
  const values: unknown[] = Array.isArray(value) ? value : [value];
  return values.filter((object) => typeof object === "object" && object !== null) as JsonLdNode[];
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
    const details = { ...business?.address, name: business?.name ?? "", hostname };
    const finding = await analyseListings(details, [siteDirectory(ofSite), ...directories]);
    return { findings: { listings_summary: finding } };
  },
  summary: {},
  summarise: () => ({}),
});
