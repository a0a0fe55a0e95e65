import { Site } from "../../shared/audit/crawl/site.ts";
import type { Collected } from "../../shared/audit/crawl/visits.ts";
import type { Page } from "../../shared/audit/pages/page.ts";

/** Passes pages to a collector, as a crawl does, and returns the collector. */
export function shown<Each extends Collected>(
  collected: Each,
  pages: Page[],
  site = new Site(pages[0]?.url ?? "https://example.com/"),
): Each {
  for (const page of pages) collected.add?.(page, site);
  return collected;
}
