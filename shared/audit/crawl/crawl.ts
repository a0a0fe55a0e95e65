import { siteUrl } from "../../fields/siteUrl.ts";
import { nameOutcome, type Outcome } from "../pages/outcome.ts";
import type { RequestTools } from "../pages/politeClient.ts";
import { disallowAll, type Robots } from "../pages/robots.ts";
import { Frontier } from "./frontier.ts";
import { findStart, Site, type Start } from "./site.ts";
import { findSoftNotFound, type SoftNotFound } from "./softNotFound.ts";
import { type Collected, Visits } from "./visits.ts";

/**
 * The limit for what the crawl and the analysers keep of pages. V8 needs more than twice as much for many short texts,
 * so more would not fit into an audit's heap.
 */
const MAX_KEPT_BYTES = 12 * 1024 * 1024;
const REQUESTS_PER_PAGE = 3;
/** The pages that are requested together; the client spaces their requests. All of them are in memory. */
const BATCH = 4;

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

/** Reasons (`uncheckedReasons`). */
type CrawlLimit = "page_limit" | "deadline" | "robots_txt" | "size_limit";

export interface Crawl {
  /** The reason (`unreadableReasons`) of the first request that returned no page. */
  failure?: string | undefined;
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
  const frontier = new Frontier(site, robots);
  const visits = new Visits({ site, frontier, client, deadline, collected });
  const limit = await readPages(start, { visits, maxPages, tools: { client, deadline } });
  visits.doubtSoftNotFound();

  const { shown: pages, failure, outcomes, requests, cut, softNotFound } = visits;
  const { seen, disallowed, nofollow } = frontier;
  const unread = [...seen].filter((key) => !outcomes.has(key)).length - disallowed;
  const isWhole = limit === undefined && unread === 0;
  const failed = countFailed(outcomes);
  return {
    failure,
    robots,
    coverage: {
      ...{ pages, addresses: seen.size, requests, disallowed, nofollow, unread },
      ...(Object.keys(cut).length > 0 && { cut }),
      ...(Object.keys(failed).length > 0 && { failed }),
      ...(limit && { limit }),
    },
    startUrl,
    site,
    outcomes,
    isLookedAt(url) {
      // Findings have shortened addresses (`clip`), which are unknown here.
      if (url.endsWith("…")) return true;
      const key = site.key(url);
      const outcome = outcomes.get(key);
      return outcome ? saysWhatIsThere(outcome) : isWhole && !frontier.knows(key);
    },
    ...(softNotFound && { softNotFound }),
  };
}

/** The result for a website of which nothing was requested. */
export function uncrawled(hostname: string): Crawl {
  // `localhost:4000` parses as a URL with the scheme `localhost`.
  const startUrl = siteUrl(hostname)?.href ?? `http://${hostname}/`;
  const requested = { pages: 0, addresses: 0, requests: 0 };
  const skipped = { disallowed: 0, nofollow: 0, unread: 0 };
  return {
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
  visits: Visits;
  maxPages: number;
}

/**
 * Reads the start page, then all pages one link away, then two, and so on. Returns the limit that ended the crawl
 * early. Pages are shown in the order of their links, whichever answers first.
 */
async function readPages(
  start: Start,
  { visits, maxPages, tools }: Reading,
): Promise<CrawlLimit | undefined> {
  const refusal = visits.receiveStart(start);
  if (refusal) return refusal;

  const { startPage, queue } = visits;
  if (startPage && queue.length > 0)
    visits.softNotFound = await findSoftNotFound(start, startPage, tools);
  while (queue.length > 0) {
    if (visits.keptBytes > MAX_KEPT_BYTES) return "size_limit";
    const room = maxPages - visits.read;
    if (room <= 0 || visits.requests >= maxPages * REQUESTS_PER_PAGE) return "page_limit";
    const batch = queue.splice(0, Math.min(BATCH, room));
    const pages = await Promise.all(batch.map((url) => visits.visit(url)));
    for (const page of pages) if (page) visits.show(page);
    if (visits.outOfTime) return "deadline";
  }
  return undefined;
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
