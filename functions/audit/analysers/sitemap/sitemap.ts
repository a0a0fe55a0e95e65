import type { Analyser, AuditInput, Examination, Examined } from "../../analyser.ts";
import type { Crawl } from "../../crawl/crawl.ts";
import { clip, ofWebsite } from "../../faults.ts";
import type { Unchecked } from "../../feedSchemas.ts";
import { digest } from "../brokenLinks/targets.ts";
import { checkListedPages, SitemapPages } from "./listedPages.ts";
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
