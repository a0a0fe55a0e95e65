import {
  type CountryCode,
  isSupportedCountry,
  parsePhoneNumberFromString,
} from "libphonenumber-js/min";

/** What we know of a business; what is empty or absent was never given. */
export interface BusinessDetails {
  name: string;
  hostname: string;
  postcode?: string;
  city?: string;
  /** ISO 3166-1 alpha-2. */
  country_code?: string;
  phone_number?: string;
}

/** A business as a directory shows it. */
export interface Listing {
  /** The names it is known by there. */
  names: string[];
  postcode?: string;
  phones: string[];
}

/** `asked` is false where too little is known of the business to tell it from others. */
export type Lookup = { asked: false } | { asked: true; listing?: Listing };

/** Where people look a business up. */
export interface ListingDirectory {
  readonly name: string;
  /** Throws when the directory could not be asked. */
  find(business: BusinessDetails): Promise<Lookup>;
}

export type Detail = "name" | "postcode" | "phone";

export interface Comparison {
  /** Both sides have it, and they differ. */
  differing: Detail[];
  /** One side lacks it, so that nothing can be said. */
  missing: Detail[];
}

/** Compares what a directory shows of a business with what we know of it; one of several names or phones is enough. */
export function compareListing(business: BusinessDetails, listing: Listing): Comparison {
  const country = business.country_code;
  const comparison: Comparison = { differing: [], missing: [] };
  const compare = (
    detail: Detail,
    ours: string | undefined,
    theirs: string[],
    normalise: (text: string) => string,
  ) => {
    const known = normalise(ours ?? "");
    const shown = theirs.map(normalise).filter((text) => text !== "");
    if (known === "" || shown.length === 0) comparison.missing.push(detail);
    else if (!shown.includes(known)) comparison.differing.push(detail);
  };
  compare("name", business.name, listing.names, normaliseName);
  compare("postcode", business.postcode, [listing.postcode ?? ""], (code) =>
    normalisePostcode(code, country),
  );
  compare("phone", business.phone_number, listing.phones, (phone) =>
    normalisePhone(phone, country),
  );
  return comparison;
}

/** Of several that may be the business, as branches of the same name, the one that has most of what we know of it. */
export function closestListing<Each extends Listing>(
  business: BusinessDetails,
  listings: readonly Each[],
): Each | undefined {
  const [closest] = listings
    .map((listing) => ({ listing, ...compareListing(business, listing) }))
    .toSorted(
      (a, b) => a.differing.length - b.differing.length || a.missing.length - b.missing.length,
    );
  return closest?.listing;
}

const LEGAL_FORMS = new Set(
  "ab ag aps as bv co company corp corporation gmbh inc incorporated kg limited llc llp ltd nv oy plc pty sa sarl sas sl spa srl".split(
    " ",
  ),
);

/** Without case, accents, punctuation, a leading "the" and legal forms at the end: "The Café Ltd." is "cafe". */
function normaliseName(name: string): string {
  const words = name
    .slice(0, 300)
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/&/g, " and ")
    .replace(/['’.]/g, "")
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");
  if (words.length > 1 && words[0] === "the") words.shift();
  while (words.length > 1 && LEGAL_FORMS.has(words.at(-1) ?? "")) words.pop();
  return words.join(" ");
}

/** Letters and digits only, without the country before the digits (`D-10115`); of a ZIP+4 code the first five digits. */
function normalisePostcode(postcode: string, country: string | undefined): string {
  const code = postcode
    .slice(0, 50)
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]/gu, "")
    .replace(/^[A-Z]{1,2}(?=\d{3,}$)/, "");
  return country === "US" && /^\d{9}$/.test(code) ? code.slice(0, 5) : code;
}

/** E.164, a number without country code being one of the country; what is no phone number is "". */
export function normalisePhone(phone: string, country: string | undefined): string {
  return parsePhoneNumberFromString(phone.slice(0, 50), supported(country))?.number ?? "";
}

function supported(country: string | undefined): CountryCode | undefined {
  return country !== undefined && isSupportedCountry(country) ? country : undefined;
}

/** Whether two names may be of one business: all words of the shorter one are in the longer one. */
export function isSimilarName(one: string, other: string): boolean {
  const [shorter, longer] = [one, other]
    .map((name) => normaliseName(name).split(" "))
    .sort((a, b) => a.length - b.length);
  return shorter?.[0] !== "" && (shorter?.every((word) => longer?.includes(word)) ?? false);
}
