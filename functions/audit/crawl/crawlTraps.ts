const MAX_URL_LENGTH = 2000;
const MAX_SEGMENTS = 20;
const MAX_SAME_SEGMENTS = 3;
const QUERIES_PER_PATH = 50;
const PAGES_PER_CALENDAR = 50;

const DATE = /\/\d{4}(?:[/-]\d{1,2}){0,2}\/?$/;

/** Bounds the pages that a site can make up without end: calendars, filters, paths in circles. */
export class CrawlTraps {
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
