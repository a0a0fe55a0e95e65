import { OutboundError } from "../../../../shared/outbound/index.ts";
import type { Analyser, AuditInput, Examination, Examined } from "../../analyser.ts";
import type { Crawl } from "../../crawl/crawl.ts";
import type { Site } from "../../crawl/site.ts";
import { clip, ofWebsite } from "../../faults.ts";
import type { Unchecked } from "../../feedSchemas.ts";
import {
  describeOutcome,
  isUnlisted,
  judgeLink,
  nameOutcome,
  type Outcome,
} from "../../pages/outcome.ts";
import type { Page } from "../../pages/page.ts";
import type { RequestTools } from "../../pages/politeClient.ts";
import { pageOf } from "../../pages/readPage.ts";
import { digest } from "../brokenLinks/linkTargets.ts";
import { SitemapSurvey } from "./survey.ts";
import { kinds } from "./texts.ts";

/** Those of most generators, of Yoast, of Astro and such, and of WordPress. */
const USUAL_PLACES = [
  "/sitemap.xml",
  "/sitemap_index.xml",
  "/sitemap-index.xml",
  "/wp-sitemap.xml",
];
/** The most listed pages that are remembered because nothing was found out about them. */
const MAX_UNASKED = 2000;
/** The codes of faults that are found by requesting a listed page. */
const PAGE_CODES: ReadonlySet<string> = new Set(
  ["broken", "redirected", "noindex"].map((fault) => `sitemap_${fault}_page`),
);

/**
 * Finds the site's sitemaps, by robots.txt and links of its pages or else at the usual places, and checks
 * them against the protocol of sitemaps.org. What there is no time for is no fault.
 */
export class SitemapExamination implements Examination {
  readonly #pages = new SitemapPages();

  readonly add: SitemapPages["add"] = (page, site) => this.#pages.add(page, site);

  async examine({ crawl, ...options }: Pick<AuditInput, "crawl" | "client" | "deadline">) {
    const survey = new SitemapSurvey(crawl, options);
    for (const address of crawl.robots.sitemaps) {
      const url = URL.parse(address, crawl.startUrl);
      if (url) await survey.read(url.href, "named");
      else survey.report("sitemap_invalid_location", { sitemap: "/robots.txt", url: address });
    }
    for (const url of this.#pages.sitemaps) await survey.read(url, "named");
    for (const _ of this.#pages.unread) survey.leave("size limit");
    await guess(survey, crawl);
    const pages = this.#pages;
    const { left, silent } = await checkListedPages(survey, { crawl, pages, options });
    return describeSurvey(survey, { crawl, left, sampled: left.length - silent.length });
  }
}

function describeSurvey(
  { faults, sitemaps, failing, unread, unkept }: SitemapSurvey,
  { crawl, left, sampled }: { crawl: Crawl; left: string[]; sampled: number },
): Examined {
  const unchecked: Unchecked[] = [
    ...[...unread].map(([reason, count]) => ({ what: "sitemaps" as const, reason, count })),
    { what: "listed_pages", reason: "sample", count: sampled },
    { what: "listed_pages", reason: "size limit", count: unkept },
  ];
  const all = faults.all;
  const has_sitemap = sitemaps > 0 || failing > 0;
  // A sitemap is for the whole website, however deep its start page is.
  const { origin } = new URL(crawl.startUrl);
  const none = { ...ofWebsite("sitemap_missing", origin), key: clip(crawl.startUrl) };
  const isMissing = !has_sitemap && all.length === 0;
  const summary: Examined["summary"] = (open) => ({
    has_sitemap,
    sitemap_issues: open.some(({ code }) => code !== none.code) || faults.more > 0,
  });
  const told = { unchecked: unchecked.filter(({ count }) => count > 0) };
  // While none could be read, there may be one.
  if (isMissing && unread.size > 0) return told;
  if (crawl.robots.status === "unreachable") return { ...told, summary };

  const unasked = unkept === 0 && left.length <= MAX_UNASKED ? new Set(left.map(idOf)) : undefined;
  return {
    ...told,
    summary,
    faults: isMissing ? [none] : all,
    more_count: faults.more,
    mayRemain: ({ code, subject }) =>
      unread.size > 0 ||
      (PAGE_CODES.has(code) && (unasked === undefined || unasked.has(idOf(subject)))),
  };
}

/** A short digest of a listed page. */
function idOf(url: string): string {
  return digest(clip(url)).slice(0, 8);
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
    if (survey.failures.length === allowed.length) survey.leave(failure.technical);
    else survey.fail(failure);
  }
  if (survey.faults.all.length > 0 || survey.unread.size > 0) return;
  for (const place of places) if (!allowed.includes(place)) survey.leave("robots.txt");
}

export const sitemap: Analyser = {
  feature: "sitemap",
  explanation:
    "Reads the sitemaps that robots.txt or a page names, or else looks at four usual places, and checks them against the protocol of sitemaps.org. At most 50 sitemaps are read. Of the listed pages that the audit has not read, 20 are requested; the others are listed as unchecked (`sample`).",
  kinds,
  reads: "startPage",
  begin: () => new SitemapExamination(),
};

const SAMPLE_SIZE = 20;
/** How much of a page is read, which is enough for its head. */
const SAMPLE_BYTES = 65_536;
/** The most locations that are looked up in robots.txt, which takes time for each rule. */
const MAX_ROBOTS_QUESTIONS = 5000;

/** The most sitemaps that are read because pages name them. */
const MAX_NAMED = 10;
/** The most further ones that are counted. */
const MAX_UNREAD = 1000;

/** Collects which pages ask search engines not to list them, and the sitemaps that pages name. */
export class SitemapPages {
  readonly sitemaps = new Set<string>();
  /** Further ones that pages name. */
  readonly unread = new Set<string>();
  readonly #keys = new Set<string>();

  add(page: Page, site: Site) {
    for (const url of page.sitemaps ?? []) {
      if (this.sitemaps.size < MAX_NAMED) this.sitemaps.add(url);
      else if (!this.sitemaps.has(url) && this.unread.size < MAX_UNREAD) this.unread.add(url);
    }
    const key = site.key(page.url);
    if (isUnlisted(page)) this.#keys.add(key);
    else this.#keys.delete(key);
  }

  has(key: string): boolean {
    return this.#keys.has(key);
  }
}

/**
 * Adds a fault for each listed page that is broken, redirects or must not be listed. Of those that the crawl
 * has not requested, a sample is, evenly spread and the same each time. Returns the pages about which nothing
 * was found out; `silent` are those of the sample.
 */
async function checkListedPages(
  survey: SitemapSurvey,
  { crawl, pages, options }: { crawl: Crawl; pages: SitemapPages; options: RequestTools },
): Promise<{ left: string[]; silent: string[] }> {
  const unknown = noteKnown(survey, crawl, pages);
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

/** Adds the faults of listed pages that the crawl has requested, and returns the other pages. */
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
      else survey.report("sitemap_blocked_page", { sitemap, url });
    }
  }
  return unknown;
}

interface ListedPage {
  outcome: Outcome;
  /** The page asks search engines not to list it. */
  unlisted?: boolean;
}

function note(survey: SitemapSurvey, url: string, { outcome, unlisted }: ListedPage) {
  const listed = { sitemap: survey.locations.get(url) ?? "", url };
  if (judgeLink(outcome).verdict === "broken") {
    survey.report("sitemap_broken_page", { ...listed, technical: nameOutcome(outcome) });
  } else if ("status" in outcome && outcome.redirectsTo !== undefined) {
    survey.report("sitemap_redirected_page", { ...listed, technical: outcome.redirectsTo });
  } else if (unlisted || ("status" in outcome && outcome.noindex)) {
    survey.report("sitemap_noindex_page", listed);
  }
}

async function request(
  url: string,
  { client, deadline }: RequestTools,
): Promise<ListedPage | undefined> {
  const answer = await client.request(url, { maxBytes: SAMPLE_BYTES, deadline });
  if (!answer) return undefined;
  const outcome = describeOutcome(answer);
  const page = answer instanceof OutboundError ? undefined : pageOf(answer, client.effort);
  return { outcome, ...(page && { unlisted: isUnlisted(page) }) };
}

function sample(urls: string[]) {
  const step = Math.max(1, urls.length / SAMPLE_SIZE);
  const size = Math.min(SAMPLE_SIZE, urls.length);
  return Array.from({ length: size }, (_, place) => urls[Math.floor(place * step)] ?? "");
}
