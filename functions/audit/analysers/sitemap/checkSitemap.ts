import type { PoliteClient } from "../../../../shared/pages/politeClient.ts";
import type { Crawl } from "../../crawl/crawl.ts";
import type { Finding, Status } from "../finding.ts";
import { checkListedPages } from "./checkListedPages.ts";
import type { SitemapData } from "./sitemapData.ts";
import { SitemapSurvey } from "./sitemapSurvey.ts";

const USUAL_PLACES = ["/sitemap.xml", "/sitemap_index.xml"];

export interface SitemapOptions {
  /** The one of the crawl, so that the site's host is not asked too often. */
  client: PoliteClient;
  /** Date.now() milliseconds. */
  deadline: number;
}

/**
 * Finds the site's sitemaps, those that robots.txt names or else at the usual places, and checks
 * them against the protocol of sitemaps.org. What there is no time for is no issue.
 */
export async function checkSitemap(
  crawl: Crawl,
  options: SitemapOptions,
): Promise<Finding<SitemapData>> {
  const survey = new SitemapSurvey(crawl, options);
  for (const address of crawl.robots.sitemaps) {
    const url = URL.parse(address, crawl.startUrl);
    if (url) await survey.read(url.href, "robots");
    else survey.issues.add("invalid_location", { sitemap: "/robots.txt", url: address });
  }
  for (const place of USUAL_PLACES) {
    if (survey.sitemaps > 0) break;
    await survey.read(new URL(place, crawl.startUrl).href, "guessed");
  }
  await checkListedPages(survey, crawl, options);

  const { issues, sitemaps, urls } = survey;
  return {
    status: findStatus(crawl, survey),
    data: {
      has_sitemap: sitemaps > 0,
      sitemaps_count: sitemaps,
      urls_count: urls,
      issues_count: issues.total,
      issue_counts: issues.counts,
      issues: issues.issues,
    },
  };
}

function findStatus({ robots }: Crawl, { sitemaps, issues }: SitemapSurvey): Status {
  if (robots.status === "unreachable") return "info";
  if (issues.counts.not_reachable || issues.counts.not_well_formed) return "error";
  return sitemaps > 0 && issues.total === 0 ? "success" : "warning";
}
