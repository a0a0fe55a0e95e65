import { leadsVisitors, type Page } from "../pages/page.ts";
import type { Robots } from "../pages/robots.ts";
import type { Site } from "./site.ts";

/** Extensions of files that are no pages. The analyser of broken links requests those. */
const NOT_HTML =
  /\.(?:avi|bmp|css|csv|docx?|eot|epub|exe|gif|gz|ico|ics|jpe?g|js|json|m4[av]|mov|mp[34]|msi|odt|og[gv]|pdf|png|pptx?|rar|svg|t?gz|tiff?|ttf|txt|wav|web[mp]|woff2?|xlsx?|xml|zip|7z)$/i;

/** The memory that an address takes in addition to its texts. */
const ADDRESS_BYTES = 200;

/** Decides which addresses of the site are requested: each page once, and only a few pages of a trap. */
export class Frontier {
  readonly #site: Site;
  readonly #robots: Robots;
  readonly #traps = new Traps();
  readonly #seen = new Set<string>();
  /** New addresses on the pages of the current distance, by `site.key`. */
  #linked = new Map<string, string>();
  /** Addresses that only frames lead to so far, by `site.key`. */
  readonly #framed = new Set<string>();
  /** Targets of links with `nofollow`, by `site.key`. */
  readonly #notFollowed = new Set<string>();
  /** Approximate memory of the addresses. */
  bytes = 0;
  disallowed = 0;
  trapped = 0;
  /** The number of addresses to request. */
  waiting = 0;

  constructor(site: Site, robots: Robots) {
    this.#site = site;
    this.#robots = robots;
  }

  /** The number of addresses that links without `nofollow` lead to. */
  get seen(): number {
    return this.#seen.size;
  }

  /** Addresses that only links with `nofollow` lead to. */
  get nofollow() {
    return [...this.#notFollowed].filter((key) => !this.#seen.has(key)).length;
  }

  /** Every address that a page links to, requested or not, by `site.key`. */
  get addresses(): string[] {
    return [...this.#seen, ...this.#notFollowed];
  }

  allows(url: string) {
    return this.#robots.allows(url);
  }

  /** Collects the addresses that a page links to. */
  follow({ links }: Page) {
    for (const { url, kind, valid, nofollow } of links) {
      if (!valid || !leadsVisitors(kind)) continue;
      const key = this.#site.key(url);
      if (kind !== "iframe") this.#framed.delete(key);
      if (this.#seen.has(key) || this.#linked.has(key) || !this.#site.includes(url)) continue;
      // Mostly actions that answer with the same page, such as adding something to a basket.
      if (nofollow) {
        if (this.#notFollowed.has(key) || !mayBePage(url)) continue;
        this.#notFollowed.add(key);
      } else {
        this.#linked.set(key, url);
        if (kind === "iframe") this.#framed.add(key);
      }
      this.bytes += key.length + url.length + ADDRESS_BYTES;
    }
  }

  /** Takes the addresses to request that were found since the last call. */
  takeLinked(): string[] {
    const linked = this.#linked;
    this.#linked = new Map();
    return [...linked.values()].filter((url) => this.admits(url));
  }

  /** Whether only frames of other pages lead to an address. */
  isFramed(url: string): boolean {
    return this.#framed.has(this.#site.key(url));
  }

  /** Counts an admitted address as requested. */
  note() {
    this.waiting -= 1;
  }

  /** Whether to request an address of the site; true at most once for each page. */
  admits(url: string): boolean {
    const key = this.#site.key(url);
    if (this.#seen.has(key)) return false;
    if (!mayBePage(url)) return false;
    this.#seen.add(key);
    if (!this.#robots.allows(url)) {
      this.disallowed += 1;
      return false;
    }
    if (!this.#traps.admits(key)) {
      this.trapped += 1;
      return false;
    }
    this.waiting += 1;
    return true;
  }
}

function mayBePage(url: string): boolean {
  const { pathname, username, password } = new URL(url);
  return !username && !password && !NOT_HTML.test(pathname);
}

const MAX_URL_LENGTH = 2000;
const MAX_SEGMENTS = 20;
const MAX_SAME_SEGMENTS = 3;
const PAGES_PER_CALENDAR = 50;

/** A month or a day at the end of a path. */
const DATE = /\/(?:19|20)\d\d[/-](?:0[1-9]|1[0-2]|[1-9])(?:[/-](?:0[1-9]|[12]\d|3[01]|[1-9]))?\/?$/;

/**
 * Recognises endless parts of a site by their addresses: circular paths and calendars. The limits of pages and depth
 * bound all others, as nearer pages are read first.
 */
class Traps {
  readonly #calendars = new Map<string, number>();

  /** Whether an address does not look like a trap. */
  admits(url: string): boolean {
    const { pathname, href } = new URL(url);
    if (href.length > MAX_URL_LENGTH || repeatsItself(pathname)) return false;
    const date = DATE.exec(pathname);
    return !date || count(this.#calendars, pathname.slice(0, date.index), PAGES_PER_CALENDAR);
  }
}

function repeatsItself(path: string) {
  const segments = path.split("/").filter(Boolean);
  if (segments.length > MAX_SEGMENTS) return true;
  // `href=".//offers"` adds a slash to the address of each page that has it.
  if (path.startsWith("//") || path.includes("///") || path.split("//").length > 2) return true;
  const times = new Map<string, number>();
  return segments.some((segment) => !count(times, segment, MAX_SAME_SEGMENTS));
}

/** Counts one more; false if the count has reached the limit. */
function count(counts: Map<string, number>, key: string, limit: number) {
  const next = (counts.get(key) ?? 0) + 1;
  if (next > limit) return false;
  counts.set(key, next);
  return true;
}
