import { describeOutcome, nameOutcome, type Outcome } from "../../../../shared/pages/outcome.ts";
import type { PoliteClient } from "../../../../shared/pages/politeClient.ts";
import { defineAnalyser, type Finding, type Status } from "../../analyser.ts";
import type { Crawl } from "../../crawl/crawl.ts";
import { judge } from "../../verdict.ts";
import { type SitemapData, sitemapData } from "./issues.ts";
import { SitemapSurvey } from "./survey.ts";

const USUAL_PLACES = ["/sitemap.xml", "/sitemap_index.xml"];
const SAMPLE_SIZE = 20;

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

/**
 * Notes listed pages that are broken or redirect. The crawl tells about those it has been to; of
 * the others the same few, evenly spread, are requested.
 */
async function checkListedPages(survey: SitemapSurvey, crawl: Crawl, options: SitemapOptions) {
  const unknown: string[] = [];
  for (const url of survey.locations.keys()) {
    const outcome = crawl.outcomes.get(crawl.site.key(url));
    if (outcome) note(survey, url, outcome);
    else unknown.push(url);
  }
  for (const url of sample(unknown).filter((url) => crawl.robots.allows(url))) {
    const outcome = await request(url, options);
    if (outcome) note(survey, url, outcome);
  }
}

function note({ issues, locations }: SitemapSurvey, url: string, outcome: Outcome) {
  const page = { sitemap: locations.get(url) ?? "", url };
  if (judge(outcome).verdict === "broken") {
    issues.add("broken_page", { ...page, detail: nameOutcome(outcome) });
  } else if ("status" in outcome && outcome.redirectsTo !== undefined) {
    issues.add("redirected_page", { ...page, detail: outcome.redirectsTo });
  }
}

async function request(
  url: string,
  { client, deadline }: SitemapOptions,
): Promise<Outcome | undefined> {
  const head = await client.request(url, { method: "HEAD", maxBytes: 0, deadline });
  const first = head && describeOutcome(head);
  if (!first || judge(first).verdict === "ok") return first;
  const get = await client.request(url, { maxBytes: 65_536, deadline });
  return get ? describeOutcome(get) : first;
}

function sample(urls: string[]) {
  const step = Math.max(1, urls.length / SAMPLE_SIZE);
  const size = Math.min(SAMPLE_SIZE, urls.length);
  return Array.from({ length: size }, (_, place) => urls[Math.floor(place * step)] ?? "");
}

export const sitemap = defineAnalyser({
  feature: "sitemap",
  category: "website",
  items: { sitemap: sitemapData },
  reads: "startPage",
  analyse: async (crawl, context) => ({
    findings: { sitemap: await checkSitemap(crawl, context) },
  }),
  summarise: ({ sitemap }) => ({
    has_sitemap: sitemap?.data.has_sitemap ?? false,
    sitemap_issues: (sitemap?.data.issues_count ?? 0) > 0,
  }),
});
