import * as z from "zod/mini";
import { described } from "../../../../shared/fields/described.ts";
import { type AnalyserResult, defineAnalyser } from "../../analyser.ts";
import type { Crawl } from "../../crawl/crawl.ts";
import {
  clip,
  type Fault,
  type Finding,
  type IgnoredFaults,
  ofWebsite,
  type Status,
  type Unchecked,
} from "../../finding.ts";
import type { RequestTools } from "../../pages/politeClient.ts";
import { digest } from "../brokenLinks/targets.ts";
import { type SitemapData, sitemapData, someOf, totalOf } from "./issues.ts";
import { checkListedPages, SitemapPages } from "./listedPages.ts";
import { SitemapSurvey } from "./survey.ts";

/** Those of most generators, of Yoast, of Astro and such, and of WordPress. */
const USUAL_PLACES = [
  "/sitemap.xml",
  "/sitemap_index.xml",
  "/sitemap-index.xml",
  "/wp-sitemap.xml",
];
/** The most listed pages that are remembered because nothing was found out about them. */
const MAX_UNASKED = 2000;

/** What is found out about the sitemaps of a host name. */
interface SitemapMaterial extends Finding<SitemapData> {
  unchecked: Unchecked[];
  /** Up to 1,000 of the issues. */
  kept: SitemapData["issues"];
  startUrl: string;
  /** Listed pages about which nothing was found out, as digests; absent if they are too many. */
  unasked?: string[];
}

/**
 * Finds the site's sitemaps, by robots.txt and links of its pages or else at the usual places, and checks
 * them against the protocol of sitemaps.org. What there is no time for is no issue.
 */
export async function checkSitemap(
  crawl: Crawl,
  options: RequestTools,
  pages: SitemapPages,
): Promise<SitemapMaterial> {
  const survey = new SitemapSurvey(crawl, options);
  for (const address of crawl.robots.sitemaps) {
    const url = URL.parse(address, crawl.startUrl);
    if (url) await survey.read(url.href, "named");
    else survey.issues.add("invalid_location", { sitemap: "/robots.txt", url: address });
  }
  for (const url of pages.sitemaps) await survey.read(url, "named");
  for (const _ of pages.unread) survey.leave("size limit");
  await guess(survey, crawl);
  const { left, silent } = await checkListedPages(survey, { crawl, pages, options });

  const { issues, sitemaps, urls, unread, failing } = survey;
  const unchecked: Unchecked[] = [
    ...[...unread].map(([reason, count]) => ({ what: "sitemaps" as const, reason, count })),
    { what: "listed_pages", reason: "sample", count: left.length - silent.length },
    { what: "listed_pages", reason: "size limit", count: survey.unkept },
  ];
  return {
    unchecked: unchecked.filter(({ count }) => count > 0),
    status: findStatus(crawl, survey),
    data: {
      has_sitemap: sitemaps > 0 || failing > 0,
      sitemaps_count: sitemaps,
      urls_count: urls,
      issues_count: issues.total,
      issue_counts: issues.counts,
      issues: issues.issues,
    },
    kept: issues.kept,
    startUrl: clip(crawl.startUrl),
    ...(survey.unkept === 0 && left.length <= MAX_UNASKED && { unasked: left.map(idOf) }),
  };
}

/** A short digest of a listed page. */
function idOf(url: string): string {
  return digest(clip(url)).slice(0, 8);
}

function findStatus({ robots }: Crawl, { sitemaps, issues }: SitemapSurvey): Status {
  if (robots.status === "unreachable") return "info";
  if (issues.counts.not_reachable || issues.counts.not_well_formed) return "error";
  return sitemaps > 0 && issues.total === 0 ? "success" : "warning";
}

/**
 * Looks at the usual places, and notes those that answered 5xx. A site that does so at each of them does so for
 * any address. Without a sitemap elsewhere, there may be one where robots.txt forbids to look.
 */
async function guess(survey: SitemapSurvey, { robots, startUrl }: Crawl) {
  const places = USUAL_PLACES.map((place) => new URL(place, startUrl).href);
  const allowed = places.filter((place) => robots.allows(place));
  for (const place of allowed) {
    if (survey.sitemaps > 0 || survey.unread.size > 0) break;
    await survey.read(place, "guessed");
  }
  if (survey.sitemaps > 0) return;
  for (const failure of survey.failures) {
    if (survey.failures.length === allowed.length) survey.leave(failure.detail);
    else survey.fail(failure);
  }
  if (survey.issues.total > 0 || survey.unread.size > 0) return;
  for (const place of places) if (!allowed.includes(place)) survey.leave("robots.txt");
}

/** The finding about one website, without what is ignored there, and everything that is wrong. */
function tellSitemap(
  { unchecked, kept, startUrl, unasked, status, data }: SitemapMaterial,
  { isIgnored }: IgnoredFaults,
): AnalyserResult<typeof items> {
  const { has_sitemap, issues_count } = data;
  const isUnread = unchecked.some(({ what }) => what === "sitemaps");
  // While none could be read, there may be one.
  const isKnown = has_sitemap || issues_count > 0 || !isUnread;
  if (!isKnown || status === "info") {
    return { findings: isKnown ? { sitemap: { status, data } } : {}, unchecked };
  }
  // A sitemap is for the whole website, however deep its start page is.
  const { origin = startUrl } = URL.parse(startUrl) ?? {};
  const none = { ...ofWebsite("sitemap_missing", origin), key: startUrl };
  const missing = has_sitemap || issues_count > 0 ? [] : [none];
  const counted = kept.filter((issue) => !isIgnored(faultOf(issue)));
  const counts = { ...data.issue_counts };
  for (const issue of kept.filter((each) => !counted.includes(each))) {
    counts[issue.issue] = (counts[issue.issue] ?? 1) - 1;
  }
  const left = Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0));
  const total = totalOf(left);
  const isQuiet = total === 0 && (issues_count > 0 || missing.some(isIgnored));
  const sitemap = {
    status: isQuiet ? ("success" as const) : status,
    data: { ...data, issues_count: total, issue_counts: left, issues: someOf(counted) },
  };
  return {
    findings: { sitemap },
    faults: [...missing, ...kept.map(faultOf)],
    more_faults_count: issues_count - kept.length,
    mayRemain: ({ code, subject }) => {
      if (isUnread) return true;
      return PAGE_CODES.has(code) && (unasked === undefined || unasked.includes(idOf(subject)));
    },
    unchecked,
  };
}

/** The codes of issues that are found by requesting a listed page. */
const PAGE_CODES: ReadonlySet<string> = new Set(
  ["broken_page", "redirected_page", "noindex_page"].map((issue) => `sitemap_${issue}`),
);

function faultOf({ issue, sitemap, url = sitemap, detail }: SitemapData["issues"][number]): Fault {
  const technical = detail === undefined ? {} : { technical: detail };
  return ofWebsite(`sitemap_${issue}`, url, { sitemap, ...technical });
}

const items = { sitemap: sitemapData };

export const sitemap = defineAnalyser({
  feature: "sitemap",
  explanation:
    "Reads the sitemaps that robots.txt or a page names, or else looks at four usual places, and checks them against the protocol of sitemaps.org. At most 50 sitemaps are read. Of the listed pages that the audit has not read, 20 are requested; the others are listed as unchecked (`sample`).",
  category: "website",
  items,
  reads: "startPage",
  notNews: ["urls_count"],
  collect: () => new SitemapPages(),
  analyse: checkSitemap,
  tell: tellSitemap,
  summary: {
    has_sitemap: sitemapData.shape.has_sitemap,
    sitemap_issues: described(z.boolean(), "Whether the sitemap has issues.", false),
  },
  whenOff: { has_sitemap: false, sitemap_issues: false },
  summarise: ({ sitemap: { data } = {} }) =>
    data ? { has_sitemap: data.has_sitemap, sitemap_issues: data.issues_count > 0 } : {},
});
