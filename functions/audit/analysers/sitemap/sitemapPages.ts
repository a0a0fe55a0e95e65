import type { Site } from "../../crawl/site.ts";
import { saysNoindex } from "../../pages/outcome.ts";
import type { Page } from "../../pages/page.ts";

/** The most sitemaps that are read because pages name them. */
const MAX_NAMED = 10;
/** The most further ones that are counted. */
const MAX_UNREAD = 1000;

/** Collects which pages ask search engines not to list them, and the sitemaps that pages name. */
export class SitemapPages {
  readonly sitemaps = new Set<string>();
  /** Further ones that pages name. */
  readonly unread = new Set<string>();
  readonly #keys = new Set<string>();

  add(page: Page, site: Site) {
    for (const url of page.sitemaps ?? []) {
      if (this.sitemaps.size < MAX_NAMED) this.sitemaps.add(url);
      else if (!this.sitemaps.has(url) && this.unread.size < MAX_UNREAD) this.unread.add(url);
    }
    const key = site.key(page.url);
    if (isUnlisted(page)) this.#keys.add(key);
    else this.#keys.delete(key);
  }

  has(key: string): boolean {
    return this.#keys.has(key);
  }
}

/** Whether a page asks search engines not to list it. */
export function isUnlisted({ meta }: Page): boolean {
  return saysNoindex(meta["robots"] ?? "") || saysNoindex(meta["googlebot"] ?? "");
}
