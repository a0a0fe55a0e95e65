import type { Page } from "../pages/page.ts";
import type { Robots } from "../pages/robots.ts";
import type { Site } from "./site.ts";

/** Extensions of files that are no pages. The analyser of broken links requests those. */
const NOT_HTML =
  /\.(?:avi|bmp|css|csv|docx?|eot|epub|exe|gif|gz|ico|ics|jpe?g|js|json|m4[av]|mov|mp[34]|msi|odt|og[gv]|pdf|png|pptx?|rar|svg|t?gz|tiff?|ttf|txt|wav|web[mp]|woff2?|xlsx?|xml|zip|7z)$/i;

/** The memory that an address takes in addition to its texts. */
const ADDRESS_BYTES = 200;

/** Decides which addresses of the site are requested: each page once, as robots.txt and `nofollow` allow. */
export class Frontier {
  readonly #site: Site;
  readonly #robots: Robots;
  readonly #seen = new Set<string>();
  /** Targets of links with `nofollow`, by `site.key`. */
  readonly #notFollowed = new Set<string>();
  /** Approximate memory of the addresses. */
  bytes = 0;
  disallowed = 0;

  constructor(site: Site, robots: Robots) {
    this.#site = site;
    this.#robots = robots;
  }

  /** The addresses that links without `nofollow` lead to, by `site.key`. */
  get seen(): ReadonlySet<string> {
    return this.#seen;
  }

  /** The number of addresses that only links with `nofollow` lead to. */
  get nofollow() {
    return [...this.#notFollowed].filter((key) => !this.#seen.has(key)).length;
  }

  /** Whether a page links to an address, requested or not. */
  knows(key: string): boolean {
    return this.#seen.has(key) || this.#notFollowed.has(key);
  }

  allows(url: string) {
    return this.#robots.allows(url);
  }

  /** The addresses to request that a page links to. */
  follow({ links }: Page): string[] {
    return links.flatMap(({ url, kind, valid, nofollow }) => {
      if (!valid || (kind !== "a" && kind !== "area")) return [];
      const key = this.#site.key(url);
      if (this.#seen.has(key) || !this.#site.includes(url)) return [];
      if (!nofollow) return this.admits(url) ? [url] : [];
      // Mostly actions that answer with the same page, such as adding something to a basket.
      if (mayBePage(url)) this.#remember(this.#notFollowed, key);
      return [];
    });
  }

  /** Whether to request an address of the site; true at most once for each page. */
  admits(url: string): boolean {
    const key = this.#site.key(url);
    if (this.#seen.has(key) || !mayBePage(url)) return false;
    this.#remember(this.#seen, key);
    if (this.#robots.allows(url)) return true;
    this.disallowed += 1;
    return false;
  }

  #remember(keys: Set<string>, key: string) {
    if (!keys.has(key)) this.bytes += 2 * key.length + ADDRESS_BYTES;
    keys.add(key);
  }
}

function mayBePage(url: string): boolean {
  const { pathname, username, password } = new URL(url);
  return !username && !password && !NOT_HTML.test(pathname);
}
