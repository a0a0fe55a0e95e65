import { unreadFields } from "../entities/competitor.ts";
import type { SiteDetails } from "../entities/prospect.ts";
import { isEmailAddress } from "../fields/contact.ts";
import type { Collected } from "./crawl/visits.ts";
import { extractFields } from "./organization/extractFields.ts";
import { organizationsOf } from "./organization/organizations.ts";
import { type Page, textsOf } from "./pages/page.ts";

const MOST_ADDRESSES = 20;

/**
 * Collects what a website says about its owner on its start page, contact page and imprint, like the reading of a
 * competitor's site.
 */
export class DetailsCollector implements Collected {
  /** Undefined until the start page has been read. */
  details: SiteDetails | undefined;
  readonly #hostname: string;
  readonly #pages: Page[] = [];
  #contactPages: string[] = [];

  constructor(hostname: string) {
    this.#hostname = hostname;
  }

  add(page: Page) {
    if (page.isStart) this.#contactPages = findContactPages(page);
    else if (!this.#contactPages.includes(page.url)) return;
    this.#pages.push(page);
    this.details = readDetails(this.#pages, this.#hostname);
  }
}

function readDetails(pages: Page[], hostname: string): SiteDetails {
  const [start] = pages;
  const fields = extractFields(pages, hostname);
  const { name, phone_number, city, county, postcode, country_code } = fields;
  const lines = [fields.address_line_1, fields.address_line_2, fields.address_line_3];
  const written = [
    ...pages.flatMap(organizationsOf).flatMap(({ email }) => textsOf(email)),
    ...pages.flatMap(({ mailLinks }) => mailLinks),
  ].slice(0, MOST_ADDRESSES);
  const addresses = written.map((text) => text.replace(/^mailto:|\?.*$/gis, "").trim());
  const [language] = /^[a-z]{2,3}(?![a-z])/i.exec(start?.lang ?? "") ?? [];
  return {
    name: name === unreadFields(hostname).name ? null : name,
    email: addresses.find(isEmailAddress) ?? null,
    phone_number: phone_number || null,
    address_line_1: lines.filter(Boolean).join(", ").slice(0, 255) || null,
    ...{ city: city || null, county: county || null, postcode: postcode || null },
    ...{ country_code: country_code || null, language: language?.toLowerCase() ?? null },
  };
}

const LONGEST_LABEL = 60;

/** How links to the two pages are named, in their text or path. */
const KINDS = [
  /contact|kontakt|contatt|contato|yhteystie|お問い合わせ|联系我们/i,
  /impressum|imprint|legal.notice|mentions.l[ée]gales|aviso.legal|note.legali|colofon/i,
];

/** The URLs of a start page's contact page and imprint, on its own host; at most one of each. */
export function findContactPages({ url, links }: Page): string[] {
  const { host } = new URL(url);
  const candidates = links.filter(
    (link) =>
      link.kind === "a" && link.valid && link.url !== url && new URL(link.url).host === host,
  );
  const urls = KINDS.flatMap(
    (kind) =>
      candidates.find(({ text }) => text && text.length <= LONGEST_LABEL && kind.test(text))?.url ??
      candidates.find((link) => kind.test(new URL(link.url).pathname))?.url ??
      [],
  );
  return [...new Set(urls)];
}
