import { siteUrl } from "../../../shared/fields/siteUrl.ts";
import type { Effort } from "../pages/effort.ts";
import type { TakeHost } from "../pages/hostLease.ts";
import type { Outcome } from "../pages/outcome.ts";
import type { Page } from "../pages/page.ts";
import { PoliteClient } from "../pages/politeClient.ts";
import { disallowAll, type Robots } from "../pages/robots.ts";
import { Frontier } from "./frontier.ts";
import { findStart, Site, type Start } from "./site.ts";
import { type Collected, Visits } from "./visits.ts";

const WORKERS = 2;
const REQUESTS_PER_PAGE = 3;
/** So many pages may wait for one before them that is slow. */
const MAX_AHEAD = 20;
/** For what is kept of all pages: only a hostile site has so much. */
const MAX_KEPT_BYTES = 64 * 1024 * 1024;

export interface CrawlOptions {
  /** Date.now() milliseconds. */
  deadline: number;
  /** The audit's; by default one of the crawl's own. */
  client?: PoliteClient;
  /** Whether a host may be asked, which nobody else reads then. Default: any. */
  takeHost?: TakeHost;
  /** Between two requests to a host, when there is no client. Default: 250. */
  delayMs?: number;
  /** Default: 500. */
  maxPages?: number;
  /** Links between the start page and the farthest page. Default: 10. */
  maxDepth?: number;
  /** What is shown each page, nearest to the start page first; the crawl itself keeps none. */
  collected?: Collected[];
}

export interface Coverage {
  /** HTML pages read. */
  pages: number;
  /** Distinct addresses of pages that were found, requested or not. */
  found: number;
  requests: number;
  /** Not requested because robots.txt forbids it. */
  disallowed: number;
  /** Not requested because they look made up without end. */
  trapped: number;
  /** Not requested because only links with `rel=nofollow` lead there. */
  nofollow: number;
  /** Found, and neither requested nor one of those. */
  unread: number;
  /** What ended the crawl before everything was read. */
  limit?: CrawlLimit;
}

type CrawlLimit = "pages" | "depth" | "time" | "robots" | "busy" | "size" | "packing";

export interface Crawl {
  /** Addresses of the site that gave no page, at most 500. */
  failures: { url: string; outcome: string }[];
  robots: Robots;
  coverage: Coverage;
  /** After redirects. */
  startUrl: string;
  site: Site;
  /** What each requested address of the site answered, by `site.key`. */
  outcomes: ReadonlyMap<string, Outcome>;
}

/**
 * Reads the pages of a website, nearest to the start page first, within the bounds of robots.txt
 * (RFC 9309), of the deadline, and of what a small website can be asked to serve.
 */
export async function crawl(hostname: string, options: CrawlOptions): Promise<Crawl> {
  const { deadline, client = new PoliteClient(options), maxPages = 500, maxDepth = 10 } = options;
  const { takeHost = async () => true, collected = [] } = options;
  const start = await findStart(hostname, { client, deadline, takeHost });
  const { url: startUrl, site, robots } = start;
  const frontier = new Frontier(site, robots);
  const visits = new Visits({ site, frontier, client, deadline, collected });
  const { effort } = client;
  const limit = await readPages(start, { frontier, visits, effort, maxPages, maxDepth });

  const { shown: pages, failures, outcomes, requests } = visits;
  const { found, disallowed, trapped, nofollow, waiting: unread } = frontier;
  const coverage = { pages, found, requests, disallowed, trapped, nofollow, unread };
  return {
    failures,
    robots,
    coverage: { ...coverage, ...(limit && { limit }) },
    startUrl,
    site,
    outcomes,
  };
}

/** The crawl of a website that was not asked for anything. */
export function uncrawled(hostname: string): Crawl {
  // `localhost:4000` is a URL by itself, of a scheme that nobody has.
  const startUrl = siteUrl(hostname)?.href ?? `http://${hostname}/`;
  const requested = { pages: 0, found: 0, requests: 0 };
  const left = { disallowed: 0, trapped: 0, nofollow: 0, unread: 0 };
  return {
    failures: [],
    robots: disallowAll("not asked"),
    coverage: { ...requested, ...left },
    startUrl,
    site: new Site(startUrl),
    outcomes: new Map(),
  };
}

interface Reading {
  frontier: Frontier;
  visits: Visits;
  effort: Effort;
  maxPages: number;
  maxDepth: number;
}

/**
 * Reads the start page, then all pages that are one link away, then two, and so on. The result is
 * what ended this early. Within one distance pages may answer in any order: the order of pages is
 * that of the links that lead to them.
 */
async function readPages(start: Start, reading: Reading): Promise<CrawlLimit | undefined> {
  const { frontier, visits, maxDepth } = reading;
  const refusal = visits.receiveStart(start);
  if (refusal) return refusal;

  let next = frontier.takeLinked();
  for (let depth = 1; next.length > 0; depth += 1) {
    if (depth > maxDepth) return "depth";
    const limit = await readLevel(next, depth, reading);
    if (limit) return limit;
    next = frontier.takeLinked();
  }
  return undefined;
}

async function readLevel(urls: string[], depth: number, { visits, effort, maxPages }: Reading) {
  /** What came of the addresses, of those that wait for one before them. */
  const visited = new Map<number, Page | undefined>();
  const known = visits.shown;
  let read = 0;
  let shown = 0;
  let index = 0;
  let underway = 0;
  let limit: CrawlLimit | undefined;

  function findLimit(): CrawlLimit | undefined {
    if (visits.outOfTime) return "time";
    if (visits.keptBytes > MAX_KEPT_BYTES) return "size";
    if (effort.isUsedUp) return "packing";
    const requestsLeft = visits.requests < maxPages * REQUESTS_PER_PAGE;
    return known + read < maxPages && requestsLeft ? undefined : "pages";
  }

  function show(place: number, page: Page | undefined) {
    if (page) read += 1;
    visited.set(place, page);
    for (; visited.has(shown); shown += 1) {
      const next = visited.get(shown);
      visited.delete(shown);
      if (next) visits.show(next);
    }
  }

  async function work() {
    while (index < urls.length && index - shown < MAX_AHEAD && !limit) {
      limit = findLimit();
      if (limit || known + read + underway >= maxPages) return;
      const place = index;
      index += 1;
      underway += 1;
      const page = await visits.visit(urls[place] ?? "", depth);
      underway -= 1;
      show(place, page);
    }
  }

  while (index < urls.length && !limit) await Promise.all(Array.from({ length: WORKERS }, work));
  return visits.outOfTime ? "time" : limit;
}
