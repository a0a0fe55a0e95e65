import { type FilledFields, unreadFields } from "../../entities/competitor.ts";
import { siteUrl } from "../../fields/siteUrl.ts";
import type { Page } from "../pages/page.ts";
import { cleanText, findPhone, readAddress, readPhone, regionOf } from "./readContact.ts";
import {
  type Item,
  isItem,
  nameIndustry,
  organizationsInJsonLd,
  organizationsInMicrodata,
  someOf,
  textsOf,
} from "./structuredItems.ts";

const MOST_PHONES = 20;
const SHORTEST_MATCH = 3;

/** The pages that were read: the start page, then the contact pages. */
export interface Site {
  pages: Page[];
  /** The visible text of the contact pages, by block. */
  contactText: string[];
}

/**
 * A site's owner. The most trusted source counts: JSON-LD, microdata, `og:site_name` and title, `tel:` links, the text
 * of the contact pages; of two pages the earlier one. A field without a source is as in a competitor whose site was
 * not read.
 */
export function extractFields({ pages, contactText }: Site, hostname: string): FilledFields {
  const organizations = organizationsOf(pages, hostname);
  const address = readAddress(organizations);
  const region = regionOf(address?.country_code ?? "", hostWithoutWww(pages[0]?.url ?? hostname));
  const written = [
    ...organizations.flatMap(phonesOf),
    ...pages.flatMap(({ telephoneLinks }) => telephoneLinks),
  ];
  const unread = unreadFields(hostname);
  return {
    ...unread,
    ...address,
    name: readName(organizations, pages) ?? unread.name,
    industry: organizations.map(({ type }) => nameIndustry(type)).find(Boolean) ?? "",
    phone_number: firstPhone(written, region) || findPhone(contactText, region),
  };
}

/** The organizations on the pages, the site's own first. */
export function organizationsOf(pages: Page[], hostname: string): Item[] {
  const hosts = [hostname, ...pages.map(({ url }) => url)].map(hostWithoutWww);
  return ownFirst(hosts, [
    ...pages.flatMap(organizationsInJsonLd),
    ...pages.flatMap(organizationsInMicrodata),
  ]);
}

/** An organization whose `url` is another site may be a partner, so it is trusted last. */
function ownFirst(hosts: string[], organizations: Item[]): Item[] {
  const isOwn = (item: Item) => {
    const urls = textsOf(item, "url").filter((url) => /^https?:/i.test(url));
    return (
      urls.length === 0 ||
      urls.some((url) => hosts.some((host) => overlap(hostWithoutWww(url), host)))
    );
  };
  return [...organizations.filter(isOwn), ...organizations.filter((item) => !isOwn(item))];
}

/** Whether one of two hosts is the other or lies below it. */
function overlap(one: string, other: string): boolean {
  return `.${one}`.endsWith(`.${other}`) || `.${other}`.endsWith(`.${one}`);
}

function hostWithoutWww(hostname: string): string {
  return (siteUrl(hostname)?.hostname ?? "").replace(/^www\./, "");
}

/**
 * The name of a site's owner: of an organization, else `og:site_name`, else in the start page's title,
 * or undefined.
 */
function readName(organizations: Item[], pages: Page[]): string | undefined {
  const names = [
    ...organizations.flatMap((item) => textsOf(item, "name")),
    ...organizations.flatMap((item) => textsOf(item, "legalName")),
    ...pages.map(({ meta }) => meta["og:site_name"] ?? ""),
  ].map(cleanText);
  return names.find(Boolean) ?? nameInTitle(pages[0]);
}

/** The part of a title (`Home | Acme Ltd`) that resembles the host name, else the first that is a name. */
function nameInTitle(page: Page | undefined): string | undefined {
  if (!page?.title) return undefined;
  const parts = cleanText(page.title)
    .split(/ [-|–—·•:»«]+ | ?\| ?/)
    .filter(
      (part) => /[\p{L}\p{N}]/u.test(part) && !/^(home ?page|home|welcome|index)$/i.test(part),
    );
  const host = letters(new URL(page.url).hostname.replace(/^www\./, "").replace(/\.[^.]+$/, ""));
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

function phonesOf(organization: Item): string[] {
  const contacts = someOf(organization.properties["contactPoint"]).filter(isItem);
  return [organization, ...contacts].flatMap((item) => textsOf(item, "telephone"));
}

/** Only the first ones are tried: a page may list a whole directory. */
function firstPhone(texts: string[], region: ReturnType<typeof regionOf>): string {
  return (
    texts
      .slice(0, MOST_PHONES)
      .map((text) => readPhone(text, region))
      .find(Boolean) ?? ""
  );
}
