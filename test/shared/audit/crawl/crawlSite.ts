import { type Crawl, crawl } from "../../../../shared/audit/crawl/crawl.ts";
import type { Page } from "../../../../shared/audit/pages/page.ts";
import { PoliteClient } from "../../../../shared/audit/pages/politeClient.ts";
import { allowLocalAddresses } from "../../../../shared/platform/outbound/destination.ts";
import { type SiteHandler, type SiteRoutes, serve } from "../../../support/site.ts";

allowLocalAddresses();

type CrawlOptions = Parameters<typeof crawl>[1];

/** Ends a crawl that hangs; on a busy machine a crawl takes long. */
const PATIENCE_MS = 600_000;

/** A client that does not wait between requests, and plenty of time. */
export function impatient() {
  return { client: new PoliteClient({ delayMs: 0 }), deadline: Date.now() + PATIENCE_MS };
}

/** Crawls a site, and keeps its pages. */
export async function crawlAll(
  hostname: string,
  options: CrawlOptions,
): Promise<Crawl & { pages: Page[] }> {
  const pages: Page[] = [];
  const crawled = await crawl(hostname, {
    ...options,
    collected: [{ add: (page) => pages.push(page) }],
  });
  return { ...crawled, pages };
}

/** Serves a site and crawls it. */
export async function crawlSite(
  content: SiteHandler | SiteRoutes,
  options: Partial<CrawlOptions> = {},
) {
  const site = await serve(content);
  return { site, crawled: await crawlAll(site.url, { ...impatient(), ...options }) };
}

/** Paths of URLs, with their queries. */
export function paths(items: { url: string }[]) {
  return items.map(({ url }) => new URL(url).pathname + new URL(url).search);
}

/** A page with these links. */
export function linking(...hrefs: string[]) {
  return `<title>Links</title>${hrefs.map((href) => `<a href="${href}">to</a>`).join(" ")}`;
}
