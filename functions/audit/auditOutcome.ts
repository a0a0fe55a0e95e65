import type { CheckRecord } from "../../shared/entities/check.ts";
import type { Crawl } from "./crawl/crawl.ts";
import type { Audit } from "./runAudit.ts";

const UNREADABLE = "unreadable";
const FIRST_RETRY_MINUTES = 60;

/** What an audit came to, as operators see it: how much it covered, or why there was nothing to read. */
export function describeAudit({ coverage, unreadable }: Audit): string {
  if (unreadable !== undefined) return `${UNREADABLE}: ${unreadable}`;
  const { pages, found, limit } = coverage;
  return limit ? `${pages} of ${found} pages, limit: ${limit}` : `${pages} pages`;
}

/** Why a crawl read no page. */
export function whyUnreadable({
  failures,
  robots,
  coverage,
  outcomes,
  site,
  startUrl,
}: Crawl): string {
  const [failure] = failures;
  const start = outcomes.get(site.key(startUrl));
  if (coverage.limit === "time") return "no time left";
  if (coverage.limit === "robots" && robots.status === "found") return "robots.txt forbids it";
  if (coverage.limit === "robots" && failure) return `robots.txt: ${failure.outcome}`;
  if (start && "redirectsTo" in start) return "redirects without end";
  return failure?.outcome ?? "no HTML page";
}

/**
 * A website that could not be read is tried again within the hour, and then after twice as long
 * each time, until that is the usual interval.
 */
export function retryMinutes({ results }: CheckRecord, intervalMinutes: number): number {
  const read = results.findIndex(({ outcome }) => !outcome.startsWith(UNREADABLE));
  const failures = read === -1 ? results.length : read;
  return Math.min(FIRST_RETRY_MINUTES * 2 ** failures, intervalMinutes);
}
