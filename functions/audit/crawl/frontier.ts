import { leadsVisitors, type Page } from "../../../shared/pages/page.ts";
import type { Robots } from "../../../shared/pages/robots.ts";
import type { Site } from "./site.ts";

/** Endings of what is certainly no page; the audit of links checks whether it is there. */
const NOT_HTML =
  /\.(?:avi|bmp|css|csv|docx?|eot|epub|exe|gif|gz|ico|ics|jpe?g|js|json|m4[av]|mov|mp[34]|msi|odt|og[gv]|pdf|png|pptx?|rar|svg|t?gz|tiff?|ttf|txt|wav|web[mp]|woff2?|xlsx?|xml|zip|7z)$/i;

const MAX_URL_LENGTH = 2000;
const MAX_SEGMENTS = 20;
const MAX_SAME_SEGMENTS = 3;
const QUERIES_PER_PATH = 50;
const PAGES_PER_CALENDAR = 50;

const DATE = /\/\d{4}(?:[/-]\d{1,2}){0,2}\/?$/;

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
      .filter(({ kind, valid }) => valid && leadsVisitors(kind))
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

/** Bounds the pages that a site can make up without end: calendars, filters, paths in circles. */
class CrawlTraps {
  readonly #queries = new Map<string, number>();
  readonly #calendars = new Map<string, number>();

  /** Whether a page that has not been seen before is worth a request; it is counted if so. */
  admits(url: string): boolean {
    const { pathname, search, href } = new URL(url);
    if (href.length > MAX_URL_LENGTH || repeatsItself(pathname)) return false;
    const date = DATE.exec(pathname);
    if (date && !count(this.#calendars, pathname.slice(0, date.index), PAGES_PER_CALENDAR)) {
      return false;
    }
    return search === "" || count(this.#queries, pathname, QUERIES_PER_PATH);
  }
}

function repeatsItself(path: string) {
  const segments = path.split("/").filter(Boolean);
  if (segments.length > MAX_SEGMENTS) return true;
  const times = new Map<string, number>();
  return segments.some((segment) => !count(times, segment, MAX_SAME_SEGMENTS));
}

/** Counts one more, unless that would be more than the limit. */
function count(counts: Map<string, number>, key: string, limit: number) {
  const next = (counts.get(key) ?? 0) + 1;
  if (next > limit) return false;
  counts.set(key, next);
  return true;
}
