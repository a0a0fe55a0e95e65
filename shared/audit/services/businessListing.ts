import {
  type CountryCode,
  isSupportedCountry,
  parsePhoneNumberFromString,
} from "libphonenumber-js/min";

/** A business as the reseller describes it. An empty or absent field is unknown. */
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
  /** Its names in the directory. */
  names: string[];
  postcode?: string;
  phones: string[];
}

/** A directory of businesses. */
export interface ListingDirectory {
  /** Null if it has none, undefined if too little is known to search one. Throws if it could not be asked. */
  find(business: BusinessDetails): Promise<Listing | null | undefined>;
}

type Detail = "name" | "postcode" | "phone";

interface Comparison {
  /** Both sides have it, and they differ. */
  differing: Detail[];
  /** One side lacks it. */
  missing: Detail[];
}

/** Compares a business with its listing in a directory. One matching name or phone number is enough. */
export function compareListing(business: BusinessDetails, listing: Listing): Comparison {
  const country = business.country_code;
  const comparison: Comparison = { differing: [], missing: [] };
  const compare = (
    detail: Detail,
    ours: string | undefined,
    theirs: string[],
    normalise: (text: string) => string,
  ) => {
    const own = normalise(ours ?? "");
    const shown = theirs.map(normalise).filter((text) => text !== "");
    if (own === "" || shown.length === 0) comparison.missing.push(detail);
    else if (!shown.includes(own)) comparison.differing.push(detail);
  };
  compare("name", business.name, listing.names, normaliseName);
  compare("postcode", business.postcode, [listing.postcode ?? ""], normalisePostcode);
  compare("phone", business.phone_number, listing.phones, (phone) =>
    normalisePhone(phone, country),
  );
  return comparison;
}

const LEGAL_FORMS = new Set(
  "ab ag aps as bv co company corp corporation gmbh inc incorporated kg limited llc llp ltd nv oy plc pty sa sarl sas sl spa srl".split(
    " ",
  ),
);

/** A name without case, accents, punctuation, a leading "the" and legal forms: "The Café Ltd." becomes "cafe". */
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

/** The letters and digits of a postcode. */
function normalisePostcode(postcode: string): string {
  return postcode.toUpperCase().replace(/[^\p{L}\p{N}]/gu, "");
}

/** A phone number in E.164, or "" if it is none. A number without a country code is one of the country. */
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
