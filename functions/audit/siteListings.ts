import { isReadable } from "./analyser.ts";
import { type JsonLdNode, jsonLdNodes, textsOf, typesOf } from "./jsonLd.ts";
import type { Page } from "./pages/page.ts";
import {
  closestListing,
  isSimilarName,
  type Listing,
  type ListingDirectory,
} from "./services/businessListing.ts";

/** Types of named things with an address or a telephone number that are not businesses. */
const OTHER_TYPES = new Set(
  "ContactPoint Event JobPosting Offer Person PostalAddress Product Review Service WebPage WebSite".split(
    " ",
  ),
);

/** The most businesses that are kept of those a site describes, each of them once. */
const MAX_BUSINESSES = 1000;
/** Names, and phones, of one of them. */
const MAX_VALUES = 20;
/** As much of a name or a number as is compared. */
const MAX_CHARACTERS = 300;

/**
 * The business as its own website describes it to search engines: the JSON-LD object (a
 * schema.org Organization, LocalBusiness or one of their many subtypes) with a name and an address
 * or a telephone.
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

  /** Undefined where the website could not be read. */
  get listings(): Listing[] | undefined {
    return this.#isRead ? [...this.#listings.values()] : undefined;
  }

  get directory(): ListingDirectory {
    return siteDirectory(this.listings);
  }
}

/** A website as a directory. Of several businesses it has the closest one with a similar name, or else the closest. */
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
