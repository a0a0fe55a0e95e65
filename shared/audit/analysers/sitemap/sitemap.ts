import { OutboundError } from "../../../platform/outbound/index.ts";
import type { Crawl } from "../../crawl/crawl.ts";
import type { Site } from "../../crawl/site.ts";
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
import type { Analyser, AuditInput, Examination, Examined } from "../analyser.ts";
import { clip, ofWebsite } from "../faults.ts";
import type { Unchecked } from "../feedSchemas.ts";
import { kinds, SitemapSurvey } from "./survey.ts";

/** The paths of most generators, of Yoast, of Astro and others, and of WordPress. */
const USUAL_PLACES = [
  "/sitemap.xml",
  "/sitemap_index.xml",
  "/sitemap-index.xml",
  "/wp-sitemap.xml",
];
/** The codes of faults that need a request of the listed page. */
const PAGE_CODES: ReadonlySet<string> = new Set(
  ["broken", "redirected", "noindex"].map((fault) => `sitemap_${fault}_page`),
);

/**
 * Finds the site's sitemaps, through robots.txt or otherwise at the usual places, and checks them against the protocol
 * of sitemaps.org. What there is no time for is no fault.
 */
class SitemapExamination implements Examination {
  readonly #pages = new SitemapPages();

  readonly add: SitemapPages["add"] = (page, site) => this.#pages.add(page, site);

  async examine({ crawl, ...options }: Pick<AuditInput, "crawl" | "client" | "deadline">) {
    const survey = new SitemapSurvey(crawl, options);
    for (const address of crawl.robots.sitemaps) {
      const url = URL.parse(address, crawl.startUrl);
      if (url) await survey.read(url.href);
      else survey.report("sitemap_invalid_location", { sitemap: "/robots.txt", url: address });
    }
    await guess(survey, crawl);
    const checked = await checkListedPages(survey, { crawl, pages: this.#pages, options });
    return describeSurvey(survey, crawl, checked);
  }
}

function describeSurvey(
  { faults, locations, sitemaps, failing, unread, unkept }: SitemapSurvey,
  crawl: Crawl,
  { checked, unchecked_count }: CheckedPages,
): Examined {
  const unchecked: Unchecked[] = [
    ...[...unread].map(([reason, count]) => ({ what: "sitemaps" as const, reason, count })),
    { what: "listed_pages", reason: "sample", count: unchecked_count },
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
  const result = { unchecked: unchecked.filter(({ count }) => count > 0) };
  // One of the unread files may be a sitemap.
  if (isMissing && unread.size > 0) return result;
  if (crawl.robots.status === "unreachable") return { ...result, summary };

  return {
    ...result,
    summary,
    faults: isMissing ? [none] : all,
    more_count: faults.more,
    mayRemain: ({ code, subject }) =>
      unread.size > 0 ||
      (PAGE_CODES.has(code) && !checked.has(subject) && (unkept > 0 || locations.has(subject))),
  };
}

/** Tries the usual places. If a site has no other sitemap, one may be where robots.txt forbids requests. */
async function guess(survey: SitemapSurvey, { robots, startUrl }: Crawl) {
  let isForbidden = false;
  for (const place of USUAL_PLACES) {
    if (survey.sitemaps > 0 || survey.unread.size > 0) return;
    const url = new URL(place, startUrl).href;
    if (robots.allows(url)) await survey.read(url, { isGuessed: true });
    else isForbidden = true;
  }
  if (survey.sitemaps > 0 || survey.faults.all.length > 0) return;
  if (survey.guessedFailure) survey.leave(survey.guessedFailure);
  else if (isForbidden) survey.leave("robots.txt");
}

export const sitemap: Analyser = {
  feature: "sitemap",
  explanation:
    "Reads the sitemaps that robots.txt names, or else looks at four usual places, and checks them against the protocol of sitemaps.org. At most 50 sitemaps are read. Of the listed pages that the audit has not read, 20 are requested; the others are listed as unchecked (`sample`).",
  kinds,
  reads: "startPage",
  begin: () => new SitemapExamination(),
};

const SAMPLE_SIZE = 20;
/** How much of a page is read: enough for its head. */
const SAMPLE_BYTES = 65_536;
/** The most locations to check against robots.txt, which takes time for each rule. */
const MAX_ROBOTS_QUESTIONS = 5000;

/** Collects the pages that ask search engines not to list them. */
class SitemapPages {
  readonly #keys = new Set<string>();

  add(page: Page, site: Site) {
    const key = site.key(page.url);
    if (isUnlisted(page)) this.#keys.add(key);
    else this.#keys.delete(key);
  }

  has(key: string): boolean {
    return this.#keys.has(key);
  }
}

interface CheckedPages {
  /** The listed pages with a result, as subjects of faults. */
  checked: ReadonlySet<string>;
  unchecked_count: number;
}

/**
 * Adds a fault for each listed page that is broken, redirects, or must not be requested or listed. Requests the first
 * of those pages that the crawl has not requested.
 */
async function checkListedPages(
  survey: SitemapSurvey,
  { crawl, pages, options }: { crawl: Crawl; pages: SitemapPages; options: RequestTools },
): Promise<CheckedPages> {
  const { robots, site, outcomes } = crawl;
  const checked = new Set<string>();
  const unknown: string[] = [];
  let questions = 0;
  for (const [url, sitemap] of survey.locations) {
    const key = site.key(url);
    const outcome = outcomes.get(key);
    if (outcome) {
      note(survey, url, { outcome, unlisted: pages.has(key) });
      checked.add(clip(url));
      continue;
    }
    questions += 1;
    if (questions > MAX_ROBOTS_QUESTIONS || robots.allows(url)) unknown.push(url);
    else survey.report("sitemap_blocked_page", { sitemap, url });
  }
  let requested = 0;
  for (const url of unknown.slice(0, SAMPLE_SIZE)) {
    const page = robots.allows(url) ? await request(url, options) : undefined;
    if (!page) continue;
    note(survey, url, page);
    checked.add(clip(url));
    requested += 1;
  }
  return { checked, unchecked_count: unknown.length - requested };
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
  const page = answer instanceof OutboundError ? undefined : pageOf(answer);
  return { outcome, ...(page && { unlisted: isUnlisted(page) }) };
}
