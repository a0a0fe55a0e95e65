import { decodeHTMLStrict } from "entities/decode";
import { iso31661Alpha2ToAlpha3 } from "iso-3166/1-a2-to-1-a3.js";
import {
  type CountryCode,
  isSupportedCountry,
  parsePhoneNumberFromString,
  searchPhoneNumbersInText,
} from "libphonenumber-js/min";
import type { FilledFields } from "../../entities/competitor.ts";
import { isE164 } from "../../fields/contact.ts";
import { type Item, isItem, someOf, textsOf } from "./structuredItems.ts";

const LONGEST_READ = 2000;
const LONGEST = 255;

/**
 * Makes a text of a site safe for a field: one line without markup, control characters and changes of the
 * reading direction, of at most 255 characters (code points). JSON-LD often holds text that was escaped for
 * HTML: `Smith &amp; Sons`.
 */
export function cleanText(text: string): string {
  const line = decodeHTMLStrict(text.slice(0, LONGEST_READ))
    .replace(/<\/?[a-z!][^<>]*>/gi, " ")
    .toWellFormed()
    .normalize("NFC")
    .replace(/[^\P{Cc}\s]|[\u00ad\u200b\u202a-\u202e\u2066-\u2069\ufeff]/gu, "")
    .replace(/\s+/g, " ")
    .trim();
  return [...line].slice(0, LONGEST).join("").trimEnd();
}

const MOST_ADDRESSES = 100;
const LONGEST_STREET = 2000;

type Address = Omit<FilledFields, "name" | "industry" | "phone_number">;

/**
 * The first address with more than a country, otherwise the first one. Addresses are never combined: the town of one
 * and the postcode of another do not belong together.
 */
export function readAddress(organizations: Item[]): Address | undefined {
  const written = organizations.flatMap(addressesOf).slice(0, MOST_ADDRESSES);
  const addresses = written.map(inFields).filter(isKnown);
  return addresses.find(({ country_code: _, ...place }) => isKnown(place)) ?? addresses[0];
}

function isKnown(fields: object): boolean {
  return Object.values(fields).some((value) => value !== "");
}

function addressesOf({ properties }: Item): (string | Item)[] {
  const places = someOf(properties["location"]).filter(isItem);
  return [properties, ...places.map((place) => place.properties)].flatMap(({ address }) =>
    someOf(address),
  );
}

function inFields(address: string | Item): Address {
  if (!isItem(address)) return inLines(address);
  const first = (property: string) => cleanText(textsOf(address, property)[0] ?? "");
  const street = [...textsOf(address, "streetAddress"), ...textsOf(address, "extendedAddress")];
  return {
    ...threeLines(
      street.flatMap((text) => text.slice(0, LONGEST_STREET).split(/\r\n?|\n|<br *\/?>/i)),
    ),
    city: first("addressLocality"),
    county: first("addressRegion"),
    country_code: readCountry(first("addressCountry")),
    postcode: first("postalCode"),
  };
}

/** An address in one text stays as it is written, except for a country at its end. */
function inLines(address: string): Address {
  const parts = cleanText(address).split(/, */);
  const country_code = parts.length > 1 ? readCountry(parts.at(-1) ?? "") : "";
  const text = (country_code ? parts.slice(0, -1) : parts).join(", ");
  return { ...threeLines([text]), city: "", county: "", country_code, postcode: "" };
}

function threeLines(texts: string[]) {
  const [first = "", second = "", ...rest] = texts.map(cleanText).filter(Boolean);
  return {
    address_line_1: first,
    address_line_2: second,
    address_line_3: cleanText(rest.join(", ")),
  };
}

/** The languages in which a country's name is understood. */
const LANGUAGES = ["en", "de", "fr", "es", "it", "nl", "pt", "pl", "cs", "da", "sv", "nb", "fi"];

/** Common names that are not in Unicode's tables. */
const OTHER_NAMES: Record<string, string> = {
  uk: "GB",
  greatbritain: "GB",
  england: "GB",
  scotland: "GB",
  wales: "GB",
  northernireland: "GB",
  unitedstatesofamerica: "US",
  holland: "NL",
  thenetherlands: "NL",
  czechrepublic: "CZ",
  turkey: "TR",
  republicofireland: "IE",
  ivorycoast: "CI",
};

let codesByName: Map<string, string> | undefined;

/** The ISO 3166-1 alpha-2 code of a country given by a code or a name; "" for anything else. */
function readCountry(text: string): string {
  codesByName ??= nameCountries();
  return codesByName.get(spell(text)) ?? "";
}

function nameCountries(): Map<string, string> {
  const countries = Object.entries(iso31661Alpha2ToAlpha3);
  const codes = new Map(Object.entries(OTHER_NAMES));
  for (const language of LANGUAGES) {
    const names = new Intl.DisplayNames(language, { type: "region" });
    for (const [alpha2] of countries) codes.set(spell(names.of(alpha2) ?? alpha2), alpha2);
  }
  for (const [alpha2, alpha3] of countries) {
    codes.set(spell(alpha2), alpha2).set(spell(alpha3), alpha2);
  }
  return codes;
}

/** A name by its letters alone: `U.S.A.` and `usa` are one, and so are `Österreich` and `Osterreich`. */
function spell(text: string): string {
  return text
    .slice(0, 100)
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^\p{L}]/gu, "");
}

const LONGEST_NUMBER = 100;
/** Searching a text for numbers is slow; these bounds keep hostile ones below a second. */
const MOST_BLOCKS = 200;
const LONGEST_BLOCK = 300;
const HAS_DIGITS = /(?:\d\D*){6}/;
const LONGEST_LABEL = 20;

/** Country code domains that are sold for their letters. Few of their sites are in that country. */
const SOLD_ANYWHERE = new Set(
  "AC AI AM BZ CC CF CO FM GA GG GL GQ IO LA LY ME ML MN NU SC SH TK TO TV VC WS".split(" "),
);

/** The country of a site's national numbers: that of its address, or else of its domain. */
export function regionOf(country: string, hostname: string): CountryCode | undefined {
  const domain = hostname.split(".").at(-1)?.toUpperCase().replace(/^UK$/, "GB") ?? "";
  const region = country || (SOLD_ANYWHERE.has(domain) ? "" : domain);
  return isSupportedCountry(region) ? region : undefined;
}

/** A phone number in E.164; "" when the text holds none, or a national one without a region. */
export function readPhone(text: string, region: CountryCode | undefined): string {
  const written = text.slice(0, LONGEST_NUMBER).replace(/^\s*00(?=[1-9])/, region ? "00" : "+");
  return inE164(parsePhoneNumberFromString(written, region));
}

/** The first phone number in blocks of text that is not labelled as a fax, or "". */
export function findPhone(blocks: string[], region: CountryCode | undefined): string {
  const places = blocks.flatMap((block, index) =>
    HAS_DIGITS.test(block.slice(0, LONGEST_BLOCK)) ? index : [],
  );
  for (const index of places.slice(0, MOST_BLOCKS)) {
    const text = blocks[index]?.slice(0, LONGEST_BLOCK) ?? "";
    for (const { number, startsAt } of searchPhoneNumbersInText(text, region)) {
      const before = `${blocks[index - 1] ?? ""} ${text.slice(0, startsAt)}`;
      const phone = inE164(number);
      if (phone && !/fax\W*$/i.test(before.slice(-LONGEST_LABEL))) return phone;
    }
  }
  return "";
}

function inE164(phone: { number: string; isValid(): boolean } | undefined): string {
  return phone?.isValid() && isE164(phone.number) ? phone.number : "";
}
