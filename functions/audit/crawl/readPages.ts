import type { Page } from "../../../shared/pages/page.ts";
import type { CrawlLimit } from "./crawl.ts";
import type { Start } from "./findStart.ts";
import type { Frontier } from "./frontier.ts";
import type { Visits } from "./visits.ts";

const WORKERS = 2;
const REQUESTS_PER_PAGE = 3;
/** For what is kept of all pages: only a hostile site has so much. */
const MAX_KEPT_BYTES = 64 * 1024 * 1024;

interface Reading {
  frontier: Frontier;
  visits: Visits;
  maxPages: number;
  maxDepth: number;
}

/**
 * Reads the start page, then all pages that are one link away, then two, and so on. The result is
 * what ended this early. Within one distance pages may answer in any order: the order of pages is
 * that of the links that lead to them.
 */
export async function readPages(start: Start, reading: Reading): Promise<CrawlLimit | undefined> {
  const { frontier, visits, maxDepth } = reading;
  const first = visits.receiveStart(start);
  if (first === "time" || first === "robots") return first;

  let next = first ? frontier.follow(first) : [];
  for (let depth = 1; next.length > 0; depth += 1) {
    if (depth > maxDepth) return "depth";
    const { pages, limit } = await readLevel(next, depth, reading);
    visits.pages.push(...pages);
    if (limit) return limit;
    next = pages.flatMap((page) => frontier.follow(page));
  }
  return undefined;
}

async function readLevel(urls: string[], depth: number, { visits, maxPages }: Reading) {
  const read = new Map<number, Page>();
  const known = visits.pages.length;
  let index = 0;
  let underway = 0;
  let limit: CrawlLimit | undefined;

  function findLimit(): CrawlLimit | undefined {
    if (visits.outOfTime) return "time";
    if (visits.keptBytes > MAX_KEPT_BYTES) return "size";
    const requestsLeft = visits.requests < maxPages * REQUESTS_PER_PAGE;
    return known + read.size < maxPages && requestsLeft ? undefined : "pages";
  }

  async function work() {
    while (index < urls.length && !limit) {
      limit = findLimit();
      if (limit || known + read.size + underway >= maxPages) return;
      const place = index;
      index += 1;
      underway += 1;
      const page = await visits.visit(urls[place] ?? "", depth);
      underway -= 1;
      if (page) read.set(place, page);
    }
  }

  while (index < urls.length && !limit) await Promise.all(Array.from({ length: WORKERS }, work));
  if (visits.outOfTime) limit = "time";
  const pages = [...read].sort(([a], [b]) => a - b).map(([, page]) => page);
  return { pages, limit };
}
