import type { Page } from "../../../shared/pages/page.ts";
import type { Robots } from "../../../shared/pages/robots.ts";
import { CrawlTraps } from "./crawlTraps.ts";
import type { Site } from "./site.ts";

/** Endings of what is certainly no page; the audit of links looks whether it is there. */
const NOT_HTML =
  /\.(?:avi|bmp|css|csv|docx?|eot|epub|exe|gif|gz|ico|ics|jpe?g|js|json|m4[av]|mov|mp[34]|msi|odt|og[gv]|pdf|png|pptx?|rar|svg|t?gz|tiff?|ttf|txt|wav|web[mp]|woff2?|xlsx?|xml|zip|7z)$/i;

/** Decides which addresses of the site are requested: each once, and not all that a trap makes up. */
export class Frontier {
  readonly #site: Site;
  readonly #robots: Robots;
  readonly #traps = new CrawlTraps();
  readonly #seen = new Set<string>();
  disallowed = 0;
  trapped = 0;

  constructor(site: Site, robots: Robots) {
    this.#site = site;
    this.#robots = robots;
  }

  get found() {
    return this.#seen.size;
  }

  allows(url: string) {
    return this.#robots.allows(url);
  }

  /** The pages that this page is the first to link to. */
  follow(page: Page): string[] {
    return page.links
      .filter(({ kind, valid }) => valid && (kind === "a" || kind === "area" || kind === "iframe"))
      .map(({ url }) => url)
      .filter((url) => this.#site.includes(url) && this.admits(url));
  }

  /** Whether to request an address of the site; never true twice for the same page. */
  admits(url: string): boolean {
    const key = this.#site.key(url);
    if (this.#seen.has(key)) return false;
    const { pathname, username, password } = new URL(url);
    if (username || password || NOT_HTML.test(pathname)) return false;
    this.#seen.add(key);
    if (!this.#robots.allows(url)) {
      this.disallowed += 1;
      return false;
    }
    if (this.#traps.admits(key)) return true;
    this.trapped += 1;
    return false;
  }
}
