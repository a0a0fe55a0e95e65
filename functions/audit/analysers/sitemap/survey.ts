import { OutboundError } from "../../../../shared/outbound/index.ts";
import { describeOutcome, nameOutcome } from "../../../../shared/pages/outcome.ts";
import type { PoliteClient } from "../../../../shared/pages/politeClient.ts";
import type { Crawl } from "../../crawl/crawl.ts";
import { findEntryIssues, IssueList, parseLocation } from "./issues.ts";
import { MAX_FILE_BYTES, MAX_FILE_URLS, readSitemap, type SitemapReading } from "./readSitemap.ts";
import type { SitemapEntry } from "./sitemapParser.ts";

const MAX_SITEMAPS = 50;
/** In all sitemaps together; what is beyond is counted, not read. */
const MAX_LOCATIONS = 200_000;
const MAX_REDIRECTS = 5;
const TIMEOUT_MS = 30_000;

/** Who says that there is a sitemap. Where it is only guessed, that there is none is no fault. */
type Origin = "robots" | "index" | "guessed";

interface SurveyOptions {
  client: PoliteClient;
  deadline: number;
}

/** Reads the sitemaps of a site, one after another, and gathers what is in them and wrong. */
export class SitemapSurvey {
  readonly issues = new IssueList();
  /** Listed pages of the site, each with the sitemap that lists it first. */
  readonly locations = new Map<string, string>();
  sitemaps = 0;
  urls = 0;
  readonly #crawl: Crawl;
  readonly #options: SurveyOptions;
  readonly #requested = new Set<string>();

  constructor(crawl: Crawl, options: SurveyOptions) {
    this.#crawl = crawl;
    this.#options = options;
  }

  /** Reads a sitemap and, if it is an index, those that are listed in it. */
  async read(url: string, from: Origin): Promise<void> {
    if (this.#requested.has(url) || this.#requested.size >= MAX_SITEMAPS) return;
    this.#requested.add(url);
    const body = await this.#fetch(url, from);
    if (!body) return;

    const children: string[] = [];
    let entries = 0;
    const reading = await readSitemap(body, (entry, kind) => {
      entries += 1;
      if (kind === "urlset") this.#addPage(url, entry);
      else this.#addChild(url, entry, children);
    });
    if (!this.#isSitemap(url, reading, from)) return;
    this.sitemaps += 1;
    if (entries > MAX_FILE_URLS) {
      this.issues.add("over_limit", { sitemap: url, detail: `${entries} locations` });
    }
    if (from === "index" && reading.kind === "sitemapindex") {
      this.issues.add("nested_index", { sitemap: url });
    } else {
      for (const child of children) await this.read(child, "index");
    }
  }

  async #fetch(url: string, from: Origin) {
    const report = (detail: string) => {
      if (from !== "guessed") this.issues.add("not_reachable", { sitemap: url, detail });
    };
    const { site, robots } = this.#crawl;
    if (site.includes(url) && !robots.allows(url)) return report("robots.txt forbids it");
    const { client, deadline } = this.#options;
    const answer = await client.request(url, {
      maxBytes: MAX_FILE_BYTES + 1,
      maxRedirects: MAX_REDIRECTS,
      timeoutMs: TIMEOUT_MS,
      deadline,
    });
    if (!answer) return;
    if (answer instanceof OutboundError || answer.status !== 200) {
      return report(nameOutcome(describeOutcome(answer)));
    }
    return answer.body;
  }

  /** Notes what is wrong with a file; false where it is no sitemap at all. */
  #isSitemap(url: string, { kind, error, tooLarge }: SitemapReading, from: Origin) {
    const isKnown = kind !== "html" && kind !== "other";
    if (!isKnown && from === "guessed") return false;
    if (tooLarge) {
      this.issues.add("over_limit", { sitemap: url, detail: `${MAX_FILE_BYTES} bytes` });
    }
    if (error !== undefined || !isKnown) {
      this.issues.add("not_well_formed", { sitemap: url, detail: error ?? "not a sitemap" });
    }
    return isKnown;
  }

  #addChild(sitemap: string, entry: SitemapEntry, children: string[]) {
    const child = this.#locate(sitemap, entry);
    if (child && children.length < MAX_SITEMAPS) children.push(child);
    for (const issue of findEntryIssues({ lastmod: entry.lastmod })) {
      this.issues.add(issue.issue, { sitemap, url: entry.loc, detail: issue.detail });
    }
  }

  #addPage(sitemap: string, entry: SitemapEntry) {
    this.urls += 1;
    const url = this.#locate(sitemap, entry);
    if (url && this.locations.has(url)) this.issues.add("duplicate_location", { sitemap, url });
    else if (url && this.locations.size < MAX_LOCATIONS) this.locations.set(url, sitemap);
    for (const issue of findEntryIssues(entry)) {
      this.issues.add(issue.issue, { sitemap, url: entry.loc, detail: issue.detail });
    }
  }

  /** The location, if it is one and (by the protocol: scheme, host and port) the site's own. */
  #locate(sitemap: string, { loc = "" }: SitemapEntry) {
    const url = parseLocation(loc);
    if (url?.origin === this.#crawl.site.origin) return url.href;
    this.issues.add(url ? "foreign_location" : "invalid_location", { sitemap, url: loc });
    return undefined;
  }
}
