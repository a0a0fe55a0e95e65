import type { FaultCode } from "../../../catalogue/faultTexts.ts";
import { OutboundError } from "../../../platform/outbound/failure.ts";
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
import { clip, FaultList, ofWebsite } from "../faults.ts";
import type { Unchecked } from "../feedSchemas.ts";
import { readSitemap } from "./readSitemap.ts";

type SitemapCode = Extract<FaultCode, `sitemap_${string}`>;

/** The codes of faults that need a request of the listed page. */
const PAGE_CODES: ReadonlySet<string> = new Set<SitemapCode>([
  "sitemap_broken_page",
  "sitemap_redirected_page",
  "sitemap_noindex_page",
]);

/** The paths of most generators, of Yoast, of Astro and others, and of WordPress. */
const USUAL_PLACES = [
  "/sitemap.xml",
  "/sitemap_index.xml",
  "/sitemap-index.xml",
  "/wp-sitemap.xml",
];

const MAX_SITEMAPS = 50;
/** The most characters of the locations of all sitemaps to keep. Further ones are only counted. */
const MAX_CHARACTERS = 8 * 1024 * 1024;
/** The most bytes of one file, as sent, that are read. */
const MAX_BODY_BYTES = 8 * 1024 * 1024;
const MAX_REDIRECTS = 5;
const TIMEOUT_MS = 30_000;

const SAMPLE_SIZE = 20;
/** How much of a page is read: enough for its head. */
const SAMPLE_BYTES = 65_536;
/** The most locations to check against robots.txt, which takes time for each rule. */
const MAX_ROBOTS_QUESTIONS = 5000;

/**
 * Finds the site's sitemaps, through robots.txt or otherwise at the usual places, and checks them against the protocol
 * of sitemaps.org. A sitemap that the deadline leaves unread is no fault.
 */
class SitemapExamination implements Examination {
  /** The pages that ask search engines not to list them, by `site.key`. */
  readonly #unlisted = new Set<string>();

  add(page: Page, site: Site) {
    if (isUnlisted(page)) this.#unlisted.add(site.key(page.url));
  }

  async examine({
    crawl,
    ...tools
  }: Pick<AuditInput, "crawl" | "client" | "deadline">): Promise<Examined> {
    const { robots, startUrl } = crawl;
    const survey = new SitemapSurvey(crawl, tools);
    for (const address of robots.sitemaps) {
      const url = URL.parse(address, startUrl);
      if (url) await survey.read(url.href);
    }
    for (const place of USUAL_PLACES)
      if (survey.isEmpty) await survey.read(new URL(place, startUrl).href, { isGuessed: true });
    return await survey.describe(this.#unlisted);
  }
}

/** Reads the sitemaps of a site, one after another, and collects their locations and faults. */
class SitemapSurvey {
  readonly #faults = new FaultList();
  /** The listed pages of the site, each with the first sitemap that lists it. */
  readonly #locations = new Map<string, string>();
  #characters = 0;
  /** The number of locations that are not kept. */
  #unkept = 0;
  /** The number of sitemaps that exist, though some may fail. */
  #sitemaps = 0;
  /** The number of sitemaps that were not read to their end, by reason. */
  readonly #unread = new Map<string, number>();
  /** The addresses of sitemaps, before and after redirects. */
  readonly #read = new Set<string>();
  #requests = 0;
  readonly #crawl: Crawl;
  readonly #tools: RequestTools;

  constructor(crawl: Crawl, tools: RequestTools) {
    this.#crawl = crawl;
    this.#tools = tools;
  }

  /** Whether nothing says yet that there is a sitemap. */
  get isEmpty() {
    return this.#sitemaps === 0 && this.#unread.size === 0 && this.#faults.all.length === 0;
  }

  /**
   * Reads a sitemap and, if it is an index, the sitemaps that it lists. `isGuessed`: nothing names the address, so a
   * missing sitemap is no fault.
   */
  async read(url: string, { isGuessed = false } = {}): Promise<void> {
    if (this.#read.has(url)) return;
    if (this.#requests >= MAX_SITEMAPS || this.#characters >= MAX_CHARACTERS)
      return this.#leave("size_limit");
    this.#read.add(url);
    this.#requests += 1;
    const file = await this.#fetch(url, isGuessed);
    if (!file || (file.url !== url && this.#read.has(file.url))) return;
    this.#read.add(file.url);
    const children: string[] = [];
    const isWhole = !file.truncated;
    const reading = await readSitemap(
      file.body,
      (location, kind) => {
        const isChild = kind === "sitemapindex";
        const address = this.#locate(url, location, isChild);
        if (address && isChild) children.push(address);
        else if (address) this.#keep(address, url);
      },
      { isWhole },
    );
    // Garbage collection would wait until several files have arrived. Each body has its own buffer.
    if (file.body.buffer instanceof ArrayBuffer) file.body.buffer.transfer(0);
    const { kind, locations, error, isTooLarge } = reading;
    if (kind === "other" && isGuessed) return;
    if (kind === "other" || error !== undefined)
      this.#report("sitemap_unreadable", {
        sitemap: url,
        technical: error ?? "not a sitemap",
      });
    else if (kind !== "feed" && locations === 0)
      this.#report("sitemap_empty_sitemap", { sitemap: url });
    if (kind === "other") return;
    this.#sitemaps += 1;
    if (!isWhole || isTooLarge) this.#leave("size_limit");
    for (const child of children) await this.read(child);
  }

  async #fetch(url: string, isGuessed: boolean) {
    const { site, robots } = this.#crawl;
    const fail = (technical: string) => {
      if (!isGuessed) this.#report("sitemap_unreadable", { sitemap: url, technical });
    };
    if (site.includes(url) && !robots.allows(url))
      return isGuessed ? this.#leave("robots_txt") : fail("robots.txt forbids it");
    const answer = await this.#tools.client.request(url, {
      ...{ maxBytes: MAX_BODY_BYTES, maxRedirects: MAX_REDIRECTS, timeoutMs: TIMEOUT_MS },
      deadline: this.#tools.deadline,
    });
    if (!answer) return this.#leave("deadline");
    if (!(answer instanceof OutboundError) && answer.status === 200) return answer;
    const outcome = describeOutcome(answer);
    const { verdict, reason } = judgeLink(outcome);
    const isWall = "status" in outcome && outcome.mitigated;
    if (verdict === "unchecked" || isWall || (isGuessed && verdict === "suspect"))
      return this.#leave(reason);
    // The sitemap exists: something names it, and its server fails.
    if (!isGuessed && "status" in outcome && outcome.status >= 500) this.#sitemaps += 1;
    return fail(reason);
  }

  #leave(reason: string): undefined {
    this.#unread.set(reason, (this.#unread.get(reason) ?? 0) + 1);
  }

  /** Adds a fault of a listed address or, without `url`, of a sitemap as a whole. */
  #report(
    code: SitemapCode,
    { sitemap, url = sitemap, technical }: { sitemap: string; url?: string; technical?: string },
  ) {
    const detail = { sitemap: clip(sitemap), ...(technical && { technical: clip(technical) }) };
    this.#faults.add({ code, subject: url, detail });
  }

  /**
   * A location as an address, if it is one of the site (by the protocol: the same scheme, host and port). A sitemap that
   * an index lists may be on any host.
   */
  #locate(sitemap: string, location: string, isSitemap: boolean): string | undefined {
    const url = /^https?:\/\//i.test(location) ? URL.parse(location) : null;
    if (url && (isSitemap || url.origin === this.#crawl.site.origin)) return url.href;
    this.#report("sitemap_foreign_location", { sitemap, url: location });
    return undefined;
  }

  #keep(url: string, sitemap: string) {
    if (this.#locations.has(url)) return;
    if (this.#characters < MAX_CHARACTERS) {
      this.#locations.set(url, sitemap);
      this.#characters += url.length;
    } else this.#unkept += 1;
  }

  /** The result, with the faults of listed pages. `unlisted`: the pages that ask not to be listed. */
  async describe(unlisted: ReadonlySet<string>): Promise<Examined> {
    const { checked, unchecked_count } = await this.#checkPages(unlisted);
    const unchecked: Unchecked[] = [
      ...[...this.#unread].map(([reason, count]) => ({ what: "sitemaps" as const, reason, count })),
      { what: "listed_pages", reason: "sample", count: unchecked_count },
      { what: "listed_pages", reason: "size_limit", count: this.#unkept },
    ];
    const { all, more } = this.#faults;
    const has_sitemap = this.#sitemaps > 0;
    const isMissing = !has_sitemap && all.length === 0;
    const summary: Examined["summary"] = (open) => ({
      has_sitemap,
      sitemap_issues: open.some(({ code }) => code !== "sitemap_missing") || more > 0,
    });
    const result = { unchecked: unchecked.filter(({ count }) => count > 0) };
    // One of the unread files may be a sitemap.
    if (isMissing && this.#unread.size > 0) return result;
    if (this.#crawl.robots.unreadable !== undefined) return { ...result, summary };
    // A sitemap is for the whole website, however deep its start page is.
    const { origin } = new URL(this.#crawl.startUrl);
    return {
      ...{ ...result, summary, more_count: more },
      faults: isMissing ? [ofWebsite("sitemap_missing", origin)] : all,
      mayRemain: ({ code, subject }) => {
        const isListed = this.#unkept > 0 || this.#locations.has(subject);
        return this.#unread.size > 0 || (PAGE_CODES.has(code) && isListed && !checked.has(subject));
      },
    };
  }

  /**
   * Adds a fault for each listed page that is broken, redirects, or must not be requested or listed. Requests the first
   * of those pages that the crawl has not requested. Returns the pages with a result, as subjects of faults.
   */
  async #checkPages(unlisted: ReadonlySet<string>) {
    const { robots, site, outcomes } = this.#crawl;
    const checked = new Set<string>();
    const unknown: string[] = [];
    let questions = 0;
    for (const [url, sitemap] of this.#locations) {
      const key = site.key(url);
      const outcome = outcomes.get(key);
      if (outcome) {
        this.#judgePage(url, outcome, unlisted.has(key));
        checked.add(clip(url));
        continue;
      }
      questions += 1;
      if (questions > MAX_ROBOTS_QUESTIONS || robots.allows(url)) unknown.push(url);
      else this.#report("sitemap_blocked_page", { sitemap, url });
    }
    let requested = 0;
    for (const url of unknown.slice(0, SAMPLE_SIZE)) {
      const { client, deadline } = this.#tools;
      const answer = robots.allows(url)
        ? await client.request(url, { maxBytes: SAMPLE_BYTES, deadline })
        : undefined;
      if (!answer) continue;
      const page = answer instanceof OutboundError ? undefined : pageOf(answer);
      this.#judgePage(url, describeOutcome(answer), page !== undefined && isUnlisted(page));
      checked.add(clip(url));
      requested += 1;
    }
    return { checked, unchecked_count: unknown.length - requested };
  }

  #judgePage(url: string, outcome: Outcome, isUnlisted: boolean) {
    const listed = { sitemap: this.#locations.get(url) ?? "", url };
    if (judgeLink(outcome).verdict === "broken") {
      this.#report("sitemap_broken_page", { ...listed, technical: nameOutcome(outcome) });
    } else if ("status" in outcome && outcome.redirectsTo !== undefined) {
      this.#report("sitemap_redirected_page", { ...listed, technical: outcome.redirectsTo });
    } else if (isUnlisted || ("status" in outcome && outcome.noindex)) {
      this.#report("sitemap_noindex_page", listed);
    }
  }
}

export const sitemap: Analyser = {
  feature: "sitemap",
  explanation:
    "Reads the sitemaps that robots.txt names, or else looks at four usual places, and checks them against the protocol of sitemaps.org. At most 50 sitemaps are read. Of the listed pages that the audit has not read, 20 are requested; the others are listed as unchecked (`sample`).",
  reads: "startPage",
  begin: () => new SitemapExamination(),
};
