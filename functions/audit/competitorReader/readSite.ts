import { siteUrl } from "../../../shared/fields/siteUrl.ts";
import { decodeText, type OutboundResponse } from "../../../shared/outbound/index.ts";
import type { Clock } from "../../../shared/time.ts";
import { isBlock } from "../pages/element.ts";
import type { HostLease } from "../pages/hostLease.ts";
import type { Page, PageLink } from "../pages/page.ts";
import { readElements } from "../pages/readElements.ts";
import { readPage } from "../pages/readPage.ts";
import type { Site } from "./extractFields.ts";
import { openSite, Unreadable } from "./openSite.ts";

const MOST_PAGES = 3;
const MOST_BLOCKS = 1000;
const LONGEST_BLOCK = 300;
const LONGEST_LABEL = 60;

/** How links to the two pages are named, in their text or path. */
const KINDS = [
  /contact|kontakt|contatt|contato|yhteystie|お問い合わせ|联系我们/i,
  /impressum|imprint|legal.notice|mentions.l[ée]gales|aviso.legal|note.legali|colofon/i,
];

const WITHOUT_TEXT = new Set("head script style textarea title".split(" "));

/**
 * Reads a site's start page, contact page and imprint, with the lease on its host. Throws Unreadable if
 * the start page can't be read. `missing` says why another page can't be read now, but perhaps later.
 */
export async function readSite(
  hostname: string,
  { lease, clock }: { lease: HostLease; clock: Clock },
): Promise<Site & { missing?: Unreadable }> {
  const fetchHtml = openSite(lease, clock);
  const start = readResponse(await fetchHtml(siteUrl(hostname)?.href ?? hostname));
  const contacts: ReturnType<typeof readResponse>[] = [];
  let missing: Unreadable | undefined;
  for (const url of findContactPages(start.page).slice(0, MOST_PAGES - 1)) {
    try {
      contacts.push(readResponse(await fetchHtml(url)));
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      if (error.passing) missing = error;
    }
  }
  return {
    pages: [start, ...contacts].map(({ page }) => page),
    contactText: contacts.flatMap(({ text }) => text),
    ...(missing ? { missing } : {}),
  };
}

function readResponse(response: OutboundResponse) {
  const { url, status } = response;
  const html = decodeText(response);
  return { page: readPage(html, { url, status, depth: 0 }), text: readVisibleText(html) };
}

/** The URLs of a start page's contact page and imprint, on its own host; at most one of each. */
export function findContactPages({ url, links }: Page): string[] {
  const { host } = new URL(url);
  const candidates = links.filter(
    (link) => link.kind === "a" && link.valid && link.url !== url && hostAndPortOf(link) === host,
  );
  const found = KINDS.flatMap(
    (kind) =>
      candidates.find(({ text }) => text && text.length <= LONGEST_LABEL && kind.test(text))?.url ??
      candidates.find((link) => kind.test(pathOf(link)))?.url ??
      [],
  );
  return [...new Set(found)];
}

function hostAndPortOf({ url }: PageLink): string | undefined {
  return URL.parse(url)?.host;
}

function pathOf({ url }: PageLink): string {
  return URL.parse(url)?.pathname ?? "";
}

/**
 * All text of a page that a visitor sees, one string per block element. Unlike a Page's `text` it includes
 * addresses and the footer, where most phone numbers are.
 */
export function readVisibleText(html: string): string[] {
  const blocks: string[] = [];
  let block = "";

  function end({ name }: { name: string }) {
    if (!isBlock(name)) return;
    const text = block.trim();
    if (text && blocks.length < MOST_BLOCKS) blocks.push(text);
    block = "";
  }

  readElements(html, [
    {
      open: end,
      close: end,
      text(text, { name, hidden, inert }) {
        const seen = !hidden && !inert && !WITHOUT_TEXT.has(name);
        if (!seen || block.length >= LONGEST_BLOCK) return;
        block += text.replace(/\s+/g, " ").slice(0, LONGEST_BLOCK);
      },
    },
  ]);
  end({ name: "body" });
  return blocks;
}
