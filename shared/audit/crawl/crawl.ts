import { siteUrl } from "../../fields/siteUrl.ts";
import { nameOutcome, type Outcome } from "../pages/outcome.ts";
import type { Page } from "../pages/page.ts";
import type { RequestTools } from "../pages/politeClient.ts";
import { disallowAll, type Robots } from "../pages/robots.ts";
import { Frontier } from "./frontier.ts";
import { findStart, Site, type Start } from "./site.ts";
import { findSoftNotFound, type SoftNotFound } from "./softNotFound.ts";
import { type Collected, Visits } from "./visits.ts";

const WORKERS = 2;
/** Links between the start page and the farthest page. */
const MAX_DEPTH = 10;
/**
 * For everything that the crawl and the analysers keep of pages. V8 takes more than twice as much for many short texts,
 * so that more would not fit into the heap of an audit.
 */
const MAX_KEPT_BYTES = 12 * 1024 * 1024;
const REQUESTS_PER_PAGE = 3;
/** The most pages that wait for an earlier one that is slow. */
const MAX_AHEAD = 20;

interface CrawlOptions extends RequestTools {
  /** Default: 500. */
  maxPages?: number;
  /** Receive each page, nearest to the start page first. The crawl itself keeps no page. */
  collected?: Collected[];
}

export interface Coverage {
  /** HTML pages read. */
  pages: number;
  /** Distinct addresses of pages, requested or not. */
  addresses: number;
  requests: number;
  /** Not requested because robots.txt forbids it. */
  disallowed: number;
  /** Not requested because they look like an endless trap. */
  trapped: number;
  /** Not requested because only links with `rel=nofollow` lead there. */
  nofollow: number;
  /** Not requested for another reason. */
  unread: number;
  /** The number of pages that were read in part, by reason, or undefined. */
  cut?: Record<string, number>;
  /** What ended the crawl before everything was read. */
  limit?: CrawlLimit;
  /** The number of requested addresses without a page, by outcome, or undefined. */
  failed?: Record<string, number>;
}

type CrawlLimit = "pages" | "depth" | "time" | "robots" | "size";

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
  /** Whether the crawl looked at an address. */
  isLookedAt(url: string): boolean;
  /** The page that the site sends with status 200 for addresses that don't exist; undefined if it answers 404. */
  softNotFound?: SoftNotFound;
}

/**
 * Reads the pages of a website, nearest to the start page first, within robots.txt (RFC 9309), the deadline and the
 * limits on pages and memory.
 */
export async function crawl(hostname: string, options: CrawlOptions): Promise<Crawl> {
  const { client, deadline, maxPages = 500, collected = [] } = options;
  const start = await findStart(hostname, { client, deadline });
  const { url: startUrl, site, robots } = start;
  client.keepCookiesOf(site);
  const frontier = new Frontier(site, robots);
  const visits = new Visits({ site, frontier, client, deadline, collected });
  const tools = { client, deadline };
  const limit = await readPages(start, {
    frontier,
    visits,
    maxPages,
    tools,
  });
  visits.doubtSoftNotFound();

  const { shown: pages, failures, outcomes, requests, cut } = visits;
  const isCut = Object.keys(cut).length > 0;
  const { seen: addresses, disallowed, trapped, nofollow, waiting: unread } = frontier;
  const isWhole = limit === undefined && unread === 0;
  const failed = countFailed(outcomes);
  const hasFailed = Object.keys(failed).length > 0;
  const coverage = { pages, addresses, requests, disallowed, trapped, nofollow, unread };
  return {
    failures,
    robots,
    coverage: {
      ...{ ...coverage, ...(isCut && { cut }), ...(hasFailed && { failed }) },
      ...(limit && { limit }),
    },
    startUrl,
    site,
    outcomes,
    isLookedAt: lookedAt(outcomes, isWhole ? frontier.addresses : undefined),
    ...(visits.softNotFound && { softNotFound: visits.softNotFound }),
  };
}

/** The result for a website of which nothing was requested. */
export function uncrawled(hostname: string): Crawl {
  // `localhost:4000` parses as a URL with the scheme `localhost`.
  const startUrl = siteUrl(hostname)?.href ?? `http://${hostname}/`;
  const requested = { pages: 0, addresses: 0, requests: 0 };
  const skipped = { disallowed: 0, trapped: 0, nofollow: 0, unread: 0 };
  return {
    failures: [],
    robots: disallowAll("not asked"),
    coverage: { ...requested, ...skipped },
    startUrl,
    site: new Site(startUrl),
    outcomes: new Map(),
    isLookedAt: () => false,
  };
}

interface Reading {
  tools: RequestTools;
  frontier: Frontier;
  visits: Visits;
  maxPages: number;
}

/**
 * Reads the start page, then all pages one link away, then two, and so on. Returns the limit that ended the crawl
 * early. Pages of one distance are shown in the order of their links, whichever answers first.
 */
async function readPages(start: Start, reading: Reading): Promise<CrawlLimit | undefined> {
  const { frontier, visits, tools } = reading;
  const refusal = visits.receiveStart(start);
  if (refusal) return refusal;

  let next = frontier.takeLinked();
  const { startPage } = visits;
  if (startPage && next.length > 0)
    visits.softNotFound = await findSoftNotFound(start, startPage, tools);
  for (let depth = 1; next.length > 0; depth += 1) {
    if (depth > MAX_DEPTH) return "depth";
    const limit = await readLevel(next, depth, reading);
    if (limit) return limit;
    next = frontier.takeLinked();
  }
  return undefined;
}

async function readLevel(urls: string[], depth: number, { visits, maxPages }: Reading) {
  /** Pages that wait for an earlier one that is slow; undefined for an address without a page. */
  const visited = new Map<number, Page | undefined>();
  const shownBefore = visits.shown;
  let read = 0;
  let shown = 0;
  let index = 0;
  let underway = 0;
  let limit: CrawlLimit | undefined;

  function findLimit(): CrawlLimit | undefined {
    if (visits.outOfTime) return "time";
    if (visits.keptBytes > MAX_KEPT_BYTES) return "size";
    const requestsLeft = visits.requests < maxPages * REQUESTS_PER_PAGE;
    return shownBefore + read < maxPages && requestsLeft ? undefined : "pages";
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
      if (limit || shownBefore + read + underway >= maxPages) return;
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

/** Less than the 300 of a shortened address, as session ids may be cut out of it. */
const COMPARED_CHARACTERS = 250;

/**
 * Whether a crawl looked at an address: it got a page, a redirect or a 404. `addresses` are all addresses of a website
 * that was crawled whole, so that any other one is gone.
 */
function lookedAt(
  outcomes: ReadonlyMap<string, Outcome>,
  addresses?: string[],
): (url: string) => boolean {
  const isLooked = (key: string) => {
    const outcome = outcomes.get(key);
    return outcome !== undefined && saysWhatIsThere(outcome);
  };
  const unread = addresses && new Set(addresses.filter((key) => !isLooked(key)).map(compared));
  if (unread) return (url) => !unread.has(compared(url));
  const looked = new Set([...outcomes.keys()].filter(isLooked).map(compared));
  return (url) => looked.has(compared(url));
}

/** The number of requested addresses without a page, by outcome. */
function countFailed(outcomes: ReadonlyMap<string, Outcome>): Record<string, number> {
  const failed: Record<string, number> = {};
  for (const outcome of outcomes.values()) {
    if (saysWhatIsThere(outcome)) continue;
    const name = nameOutcome(outcome);
    failed[name] = (failed[name] ?? 0) + 1;
  }
  return failed;
}

/** Whether an answer shows what is at an address: a page, a redirect, or nothing (404, 410). */
function saysWhatIsThere(outcome: Outcome): boolean {
  if (!("status" in outcome))
    return outcome.failure === "invalid_url" || outcome.failure === "redirect_loop";
  const { status, mitigated, malformed } = outcome;
  return (
    !mitigated && malformed === undefined && (status < 400 || status === 404 || status === 410)
  );
}

/**
 * One key for all addresses of a page, whatever their scheme. Findings have shortened addresses (`clip`), so addresses
 * that differ only beyond this length count as one.
 */
function compared(url: string): string {
  const key = URL.canParse(url) ? new Site(url).key(url) : url;
  return key.replace(/^https?:/, "").slice(0, COMPARED_CHARACTERS);
}
