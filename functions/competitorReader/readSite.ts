import { siteUrl } from "../../shared/siteUrl.ts";
import type { Site } from "./extractFields.ts";
import { findContactPages } from "./findContactPages.ts";
import { type FetchedPage, openSite } from "./openSite.ts";
import { Unreadable } from "./unreadable.ts";

const MOST_PAGES = 3;

/**
 * Reads a site's start page, its contact page and its imprint. Throws Unreadable when the start
 * page can't be read; of the others, `missing` says why one can't be read now, but perhaps later.
 */
export async function readSite(hostname: string): Promise<Site & { missing?: Unreadable }> {
  const fetchPage = openSite();
  const start = await fetchPage(siteUrl(hostname)?.href ?? hostname);
  const contacts: FetchedPage[] = [];
  let missing: Unreadable | undefined;
  for (const url of findContactPages(start.page).slice(0, MOST_PAGES - 1)) {
    try {
      contacts.push(await fetchPage(url));
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
