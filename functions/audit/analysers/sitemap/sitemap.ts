import * as z from "zod/mini";
import { described } from "../../../../shared/fields/described.ts";
import { decodeText, OutboundError } from "../../../../shared/outbound/index.ts";
import {
  type AnalyserResult,
  clip,
  defineAnalyser,
  type Fault,
  type Finding,
  type Own,
  ofWebsite,
  type Status,
  type Unchecked,
} from "../../analyser.ts";
import type { Crawl } from "../../crawl/crawl.ts";
import {
  describeOutcome,
  isHtml,
  judgeLink,
  nameOutcome,
  type Outcome,
} from "../../pages/outcome.ts";
import type { PoliteClient } from "../../pages/politeClient.ts";
import { readPage } from "../../pages/readPage.ts";
import { digest } from "../brokenLinks/targets.ts";
import { type SitemapData, sitemapData, someOf, totalOf } from "./issues.ts";
import { isUnlisted, SitemapPages } from "./sitemapPages.ts";
import { SitemapSurvey } from "./survey.ts";

/** Those of most generators, of Yoast, of Astro and such, and of WordPress. */
const USUAL_PLACES = [
  "/sitemap.xml",
  "/sitemap_index.xml",
  "/sitemap-index.xml",
  "/wp-sitemap.xml",
];
const SAMPLE_SIZE = 20;
/** How much of a page is read, which is enough for its head. */
const SAMPLE_BYTES = 65_536;
/** The most locations that are looked up in robots.txt, which takes time for each rule. */
const MAX_ROBOTS_QUESTIONS = 5000;
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

export interface SitemapOptions {
  /** The client of the crawl, which spaces out the requests to a host. */
  client: PoliteClient;
  /** Milliseconds since 1970. */
  deadline: number;
}

/**
 * Finds the site's sitemaps, by robots.txt and links of its pages or else at the usual places, and checks
 * them against the protocol of sitemaps.org. What there is no time for is no issue.
 */
export async function checkSitemap(
  crawl: Crawl,
  options: SitemapOptions,
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
  const unknown = noteKnown(survey, crawl, pages);
  const { left, silent } = await checkSample(unknown, { survey, crawl, options });

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

/**
 * Requests a sample of the listed pages that the crawl has not requested, evenly spread and the same each
 * time, and adds an issue for each that is broken, redirects or must not be listed. Returns the pages about
 * which nothing was found out; `silent` are those of the sample.
 */
async function checkSample(
  unknown: string[],
  { survey, crawl, options }: { survey: SitemapSurvey; crawl: Crawl; options: SitemapOptions },
): Promise<{ left: string[]; silent: string[] }> {
  const { effort } = options.client;
  const chosen = effort.isUsedUp ? [] : sample(unknown);
  const silent: string[] = [];
  for (const url of chosen) {
    const answer = crawl.robots.allows(url) ? await request(url, options) : undefined;
    if (answer) note(survey, url, answer);
    else silent.push(url);
  }
  const inSample = new Set(chosen);
  return { left: [...unknown.filter((url) => !inSample.has(url)), ...silent], silent };
}

/** Adds the issues of listed pages that the crawl has requested, and returns the other pages. */
function noteKnown(survey: SitemapSurvey, crawl: Crawl, pages: SitemapPages): string[] {
  const unknown: string[] = [];
  let asked = 0;
  for (const [url, sitemap] of survey.locations) {
    const key = crawl.site.key(url);
    const outcome = crawl.outcomes.get(key);
    if (outcome) note(survey, url, { outcome, unlisted: pages.has(key) });
    else if (asked >= MAX_ROBOTS_QUESTIONS) unknown.push(url);
    else {
      asked += 1;
      if (crawl.robots.allows(url)) unknown.push(url);
      else survey.issues.add("blocked_page", { sitemap, url });
    }
  }
  return unknown;
}

interface ListedPage {
  outcome: Outcome;
  /** The page asks search engines not to list it. */
  unlisted?: boolean;
}

function note(
  { issues, locations }: SitemapSurvey,
  url: string,
  { outcome, unlisted }: ListedPage,
) {
  const listed = { sitemap: locations.get(url) ?? "", url };
  if (judgeLink(outcome).verdict === "broken") {
    issues.add("broken_page", { ...listed, detail: nameOutcome(outcome) });
  } else if ("status" in outcome && outcome.redirectsTo !== undefined) {
    issues.add("redirected_page", { ...listed, detail: outcome.redirectsTo });
  } else if (unlisted || ("status" in outcome && outcome.noindex)) {
    issues.add("noindex_page", listed);
  }
}

async function request(
  url: string,
  { client, deadline }: SitemapOptions,
): Promise<ListedPage | undefined> {
  const answer = await client.request(url, { maxBytes: SAMPLE_BYTES, deadline });
  if (!answer) return undefined;
  const outcome = describeOutcome(answer);
  if (answer instanceof OutboundError || !isHtml(answer)) return { outcome };
  const { status } = answer;
  const page = readPage(client.effort.spend(decodeText(answer)), { url, status, depth: 0 });
  return { outcome, unlisted: isUnlisted(page) };
}

function sample(urls: string[]) {
  const step = Math.max(1, urls.length / SAMPLE_SIZE);
  const size = Math.min(SAMPLE_SIZE, urls.length);
  return Array.from({ length: size }, (_, place) => urls[Math.floor(place * step)] ?? "");
}

/** The finding about one website, without what is ignored there, and everything that is wrong. */
function tellSitemap(
  { unchecked, kept, startUrl, unasked, status, data }: SitemapMaterial,
  { isIgnored }: Pick<Own, "isIgnored">,
): AnalyserResult<typeof items> {
  const { has_sitemap, issues_count } = data;
  const isUnread = unchecked.some(({ what }) => what === "sitemaps");
  // While none could be read, there may be one.
  const isKnown = has_sitemap || issues_count > 0 || !isUnread;
  if (!isKnown || status === "info") {
    return { findings: isKnown ? { sitemap: { status, data } } : {}, unchecked };
  }
  const missing = has_sitemap || issues_count > 0 ? [] : [ofWebsite("sitemap_missing", startUrl)];
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
