import { leadsVisitors, type Page } from "../pages/page.ts";
import type { Robots } from "../pages/robots.ts";
import type { Site } from "./site.ts";
import { familyOf, Traps } from "./traps.ts";

/** Endings of addresses that are no pages; the analyser of broken links requests those. */
const NOT_HTML =
  /\.(?:avi|bmp|css|csv|docx?|eot|epub|exe|gif|gz|ico|ics|jpe?g|js|json|m4[av]|mov|mp[34]|msi|odt|og[gv]|pdf|png|pptx?|rar|svg|t?gz|tiff?|ttf|txt|wav|web[mp]|woff2?|xlsx?|xml|zip|7z)$/i;

/** Memory of an address besides its texts. */
const ADDRESS_BYTES = 200;

/** Decides which addresses of the site are requested: each page once, and few pages of a trap. */
export class Frontier {
  readonly #site: Site;
  readonly #robots: Robots;
  readonly #traps = new Traps();
  readonly #seen = new Set<string>();
  /** Addresses that pages of the current distance were the first to link to, by `site.key`. */
  #linked = new Map<string, string>();
  /** Addresses that only frames have led to so far, by `site.key`. */
  readonly #framed = new Set<string>();
  /** Targets of links with `nofollow`, by `site.key`. */
  readonly #notFollowed = new Set<string>();
  /** Roughly what the addresses take in memory. */
  bytes = 0;
  disallowed = 0;
  trapped = 0;
  /** Addresses that are to be requested. */
  waiting = 0;

  constructor(site: Site, robots: Robots) {
    this.#site = site;
    this.#robots = robots;
  }

  get found() {
    return this.#seen.size;
  }

  /** Addresses that only links with `nofollow` lead to. */
  get nofollow() {
    return [...this.#notFollowed].filter((key) => !this.#seen.has(key)).length;
  }

  /** Every address that was found, requested or not, by `site.key`. */
  get known(): string[] {
    return [...this.#seen, ...this.#notFollowed];
  }

  allows(url: string) {
    return this.#robots.allows(url);
  }

  /** Notes where a page leads. */
  follow({ links }: Page) {
    for (const { url, kind, valid, nofollow } of links) {
      if (!valid || !leadsVisitors(kind)) continue;
      const key = this.#site.key(url);
      if (kind !== "iframe") this.#framed.delete(key);
      if (this.#seen.has(key) || this.#linked.has(key) || !this.#site.includes(url)) continue;
      // Mostly actions that answer with the same page again, such as putting something into a basket.
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

  /** Whether an address was only found in frames of other pages. */
  isFramed(url: string): boolean {
    return this.#framed.has(this.#site.key(url));
  }

  /** Whether an admitted address is still worth a request after what was read meanwhile. */
  isWorth(url: string): boolean {
    if (this.#traps.isWorth(this.#site.key(url))) return true;
    this.waiting -= 1;
    this.trapped += 1;
    return false;
  }

  /** Notes an answer, and its page if there is one. */
  note(url: string, page: Page | undefined) {
    this.waiting -= 1;
    if (page) this.#traps.note(this.#site.key(url), page, this.#leadsOn(page));
  }

  /** Whether a page links to a new address of its own family. */
  #leadsOn({ url, links }: Page): boolean {
    const family = familyOf(this.#site.key(url));
    return links.some(({ url, kind, valid, nofollow }) => {
      if (!valid || nofollow || !leadsVisitors(kind) || !this.#site.includes(url)) return false;
      const key = this.#site.key(url);
      return !this.#seen.has(key) && familyOf(key) === family;
    });
  }

  /** Whether to request an address of the site; never true twice for the same page. */
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
