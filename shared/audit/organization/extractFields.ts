import { decodeHTMLStrict } from "entities/decode";
import { iso31661Alpha2ToAlpha3 } from "iso-3166/1-a2-to-1-a3.js";
import {
  type CountryCode,
  isSupportedCountry,
  parsePhoneNumberFromString,
} from "libphonenumber-js/min";
import { type FilledFields, unreadFields } from "../../entities/competitor.ts";
import { isE164 } from "../../fields/contact.ts";
import { siteUrl } from "../../fields/siteUrl.ts";
import { textLanguages } from "../../vocabulary/texts.ts";
import { type JsonLdNode, type Page, textsOf } from "../pages/page.ts";
import { isNode, nameIndustry, type Organization, organizationsOf } from "./organizations.ts";

/** The most names and phone numbers that are tried: a page may list a whole directory. */
const MOST_TRIED = 20;
const SHORTEST_MATCH = 3;

/**
 * A site's owner, from its start page and its contact pages. The most trusted source counts: JSON-LD, then
 * `og:site_name` and title, or `tel:` links; of two pages the earlier one. A field without a source is as in a
 * competitor whose site was not read.
 */
export function extractFields(pages: Page[], hostname: string): FilledFields {
  const organizations = pages.flatMap(organizationsOf);
  const address = readAddress(organizations);
  const host = siteUrl(pages[0]?.url ?? hostname)?.hostname ?? "";
  const region = regionOf(address?.country_code ?? "", host);
  const phones = [
    ...organizations.flatMap(phonesOf),
    ...pages.flatMap(({ telephoneLinks }) => telephoneLinks),
  ];
  const unread = unreadFields(hostname);
  return {
    ...unread,
    ...address,
    name: readName(organizations, pages) ?? unread.name,
    industry: organizations.map(nameIndustry).find(Boolean) ?? "",
    phone_number:
      phones
        .slice(0, MOST_TRIED)
        .map((phone) => readPhone(phone, region))
        .find(Boolean) ?? "",
  };
}

function phonesOf(organization: Organization): string[] {
  const nodes: JsonLdNode[] = [organization, ...organization.contactPoint];
  return nodes.flatMap(({ telephone }) => textsOf(telephone));
}

/** The name of an organization, else `og:site_name`, else that in the start page's title, or undefined. */
function readName(organizations: Organization[], pages: Page[]): string | undefined {
  const names = [
    ...organizations.flatMap(({ name }) => textsOf(name)),
    ...pages.map(({ meta }) => meta["og:site_name"] ?? ""),
  ];
  return names.slice(0, MOST_TRIED).map(cleanText).find(Boolean) ?? nameInTitle(pages[0]);
}

/** The part of a title (`Home | Acme Ltd`) that resembles the host name, else the first that is a name. */
function nameInTitle(page: Page | undefined): string | undefined {
  if (!page?.title) return undefined;
  const parts = cleanText(page.title)
    .split(/ [-|–—·•:»«]+ | ?\| ?/)
    .filter(
      (part) => /[\p{L}\p{N}]/u.test(part) && !/^(home ?page|home|welcome|index)$/i.test(part),
    );
  const host = letters(new URL(page.url).hostname.replace(/^www\.|\.[^.]+$/g, ""));
  return parts.find((part) => resembles(letters(part), host)) ?? parts[0];
}

function resembles(name: string, host: string): boolean {
  if (Math.min(name.length, host.length) < SHORTEST_MATCH) return false;
  return name.includes(host) || host.includes(name);
}

function letters(text: string): string {
  return text
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "");
}

const LONGEST_READ = 2000;
const LONGEST = 255;

/**
 * Makes a text of a site safe for a field: one line without markup, control characters and changes of the
 * reading direction, of at most 255 characters (code points). JSON-LD often holds text that was escaped for
 * HTML: `Smith &amp; Sons`.
 */
function cleanText(text: string): string {
  const line = decodeHTMLStrict(text.slice(0, LONGEST_READ))
    .replace(/<\/?[a-z!][^<>]*>/gi, " ")
    .toWellFormed()
    .normalize("NFC")
    .replace(/[^\P{Cc}\s]|[\u00ad\u200b\u202a-\u202e\u2066-\u2069\ufeff]/gu, "")
    .replace(/\s+/g, " ")
    .trim();
  return [...line].slice(0, LONGEST).join("").trimEnd();
}

type Address = Omit<FilledFields, "name" | "industry" | "phone_number">;

/**
 * The first address with more than a country. Addresses are never combined: the town of one and the postcode of
 * another do not belong together.
 */
function readAddress(organizations: Organization[]): Address | undefined {
  return organizations
    .flatMap(({ address }) => address)
    .map(inFields)
    .find(({ country_code: _, ...place }) => Object.values(place).some(Boolean));
}

function inFields({ streetAddress, addressCountry, ...address }: JsonLdNode): Address {
  const first = (value: unknown) => cleanText(textsOf(value)[0] ?? "");
  const lines = textsOf(streetAddress).flatMap((text) =>
    text.slice(0, LONGEST_READ).split(/\n|<br *\/?>/i),
  );
  const [line1 = "", line2 = "", ...others] = lines.map(cleanText).filter(Boolean);
  const country = isNode(addressCountry) ? addressCountry["name"] : addressCountry;
  return {
    address_line_1: line1,
    address_line_2: line2,
    address_line_3: cleanText(others.join(", ")),
    city: first(address["addressLocality"]),
    county: first(address["addressRegion"]),
    country_code: readCountry(first(country)),
    postcode: first(address["postalCode"]),
  };
}

/** Common names that are not in Unicode's tables. */
const OTHER_NAMES = { uk: "GB", england: "GB", scotland: "GB", wales: "GB", northernireland: "GB" };

let codesByName: Map<string, string> | undefined;

/** The ISO 3166-1 alpha-2 code of a country given by a code or a name; "" for anything else. */
function readCountry(text: string): string {
  codesByName ??= nameCountries();
  return codesByName.get(spell(text)) ?? "";
}

function nameCountries(): Map<string, string> {
  const countries = Object.entries(iso31661Alpha2ToAlpha3);
  const codes = new Map<string, string>(Object.entries(OTHER_NAMES));
  for (const language of textLanguages) {
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
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^\p{L}]/gu, "");
}

/** Country code domains that are sold for their letters. Few of their sites are in that country. */
const SOLD_ANYWHERE = new Set(
  "AC AI AM BZ CC CF CO FM GA GG GL GQ IO LA LY ME ML MN NU SC SH TK TO TV VC WS".split(" "),
);

/** The country of a site's national numbers: that of its address, or else of its domain. */
function regionOf(country: string, hostname: string): CountryCode | undefined {
  const domain = hostname.split(".").at(-1)?.toUpperCase().replace(/^UK$/, "GB") ?? "";
  const region = country || (SOLD_ANYWHERE.has(domain) ? "" : domain);
  return isSupportedCountry(region) ? region : undefined;
}

const LONGEST_NUMBER = 100;

/** A phone number in E.164; "" when the text holds none, or a national one without a region. */
function readPhone(text: string, region: CountryCode | undefined): string {
  const written = text.slice(0, LONGEST_NUMBER).replace(/^\s*00(?=[1-9])/, "+");
  const phone = parsePhoneNumberFromString(written, region);
  return phone?.isValid() && isE164(phone.number) ? phone.number : "";
}
