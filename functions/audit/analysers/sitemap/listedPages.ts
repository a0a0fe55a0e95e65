import { OutboundError } from "../../../../shared/outbound/index.ts";
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
import type { SitemapSurvey } from "./survey.ts";

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
export async function checkListedPages(
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
