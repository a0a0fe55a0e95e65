import type { Outcome } from "../../../shared/pages/outcome.ts";
import type { Page } from "../../../shared/pages/page.ts";
import { PoliteClient } from "../../../shared/pages/politeClient.ts";
import type { Robots } from "../../../shared/pages/robots.ts";
import { findStart } from "./findStart.ts";
import { Frontier } from "./frontier.ts";
import { readPages } from "./readPages.ts";
import type { Site } from "./site.ts";
import { Visits } from "./visits.ts";

export interface CrawlOptions {
  /** Date.now() milliseconds. */
  deadline: number;
  /** The audit's; by default one of the crawl's own. */
  client?: PoliteClient;
  /** Between two requests to a host, when there is no client. Default: 250. */
  delayMs?: number;
  /** Default: 500. */
  maxPages?: number;
  /** Links between the start page and the farthest page. Default: 10. */
  maxDepth?: number;
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
  /** What ended the crawl before everything was read. */
  limit?: CrawlLimit;
}

export type CrawlLimit = "pages" | "depth" | "time" | "robots" | "size";

export interface Crawl {
  /** Nearest to the start page first. */
  pages: Page[];
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
  const start = await findStart(hostname, { client, deadline });
  const { url: startUrl, site, robots } = start;
  const frontier = new Frontier(site, robots);
  const visits = new Visits({ site, frontier, client, deadline });
  const limit = await readPages(start, { frontier, visits, maxPages, maxDepth });

  const { pages, failures, outcomes, requests } = visits;
  const { found, disallowed, trapped } = frontier;
  const coverage = { pages: pages.length, found, requests, disallowed, trapped };
  return {
    pages,
    failures,
    robots,
    coverage: { ...coverage, ...(limit && { limit }) },
    startUrl,
    site,
    outcomes,
  };
}
