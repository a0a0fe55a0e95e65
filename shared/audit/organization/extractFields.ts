import { type FilledFields, unreadFields } from "../../entities/competitor.ts";
import { siteUrl } from "../../fields/siteUrl.ts";
import { type JsonLdNode, type Page, textsOf } from "../pages/page.ts";
import { nameIndustry, organizationsOf, partsOf } from "./organizations.ts";
import { cleanText, readAddress, readPhone, regionOf } from "./readContact.ts";

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
  const region = regionOf(address?.country_code ?? "", hostOf(pages[0]?.url ?? hostname));
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

function hostOf(hostname: string): string {
  return siteUrl(hostname)?.hostname ?? "";
}

function phonesOf(organization: JsonLdNode): string[] {
  const contacts = partsOf(organization, "contactPoint");
  return [organization, ...contacts].flatMap(({ telephone }) => textsOf(telephone));
}

/** The name of an organization, else `og:site_name`, else that in the start page's title, or undefined. */
function readName(organizations: JsonLdNode[], pages: Page[]): string | undefined {
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
