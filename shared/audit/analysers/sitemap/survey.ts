import { OutboundError } from "../../../platform/outbound/index.ts";
import type { Crawl } from "../../crawl/crawl.ts";
import { describeOutcome, judgeLink } from "../../pages/outcome.ts";
import type { RequestTools } from "../../pages/politeClient.ts";
import { clip, type FaultKinds, FaultList } from "../faults.ts";
import {
  LIMITS,
  NAMESPACE,
  readSitemap,
  type SitemapEntry,
  type SitemapReading,
} from "./readSitemap.ts";

export const kinds = {
  sitemap_missing: { severity: "info" },
  sitemap_not_reachable: { severity: "error" },
  sitemap_not_well_formed: { severity: "error" },
  sitemap_over_limit: { severity: "warning" },
  sitemap_empty_sitemap: { severity: "warning" },
  sitemap_foreign_location: { severity: "info" },
  sitemap_invalid_location: { severity: "warning" },
  sitemap_invalid_lastmod: { severity: "info" },
  sitemap_broken_page: { severity: "warning" },
  sitemap_redirected_page: { severity: "info" },
  sitemap_blocked_page: { severity: "warning" },
  sitemap_noindex_page: { severity: "warning" },
} satisfies FaultKinds;

type SitemapCode = keyof typeof kinds;

const MAX_SITEMAPS = 50;
/** The most locations of all sitemaps to keep. Further ones are only counted. */
const MAX_LOCATIONS = 200_000;
/** The most characters of those locations. */
const MAX_CHARACTERS = 8 * 1024 * 1024;
/** The most bytes of one file, as sent, that are read. */
const MAX_BODY_BYTES = 8 * 1024 * 1024;
/** After this many bytes of all sitemaps together, inflated, no further one is read. */
const MAX_ALL_BYTES = 128 * 1024 * 1024;
const MAX_REDIRECTS = 5;
const TIMEOUT_MS = 30_000;

/** `isGuessed`: neither robots.txt, a page nor an index names the address, so a missing sitemap is no fault. */
interface Origin {
  isGuessed?: boolean;
}

interface Reported {
  sitemap: string;
  url?: string | undefined;
  /** What is wrong: the invalid value, the status, the limit. */
  technical?: string | undefined;
}

/** Reads the sitemaps of a site, one after another, and collects their locations and faults. */
export class SitemapSurvey {
  readonly faults = new FaultList();
  /** The listed pages of the site, each with the first sitemap that lists it. */
  readonly locations = new Map<string, string>();
  sitemaps = 0;
  /** The number of locations that are not kept. */
  unkept = 0;
  /** The number of sitemaps that were not read to their end, by reason. */
  readonly unread = new Map<string, number>();
  /** The number of named sitemaps that answered 5xx. */
  failing = 0;
  /** The status 5xx of a guessed place, where there may be a sitemap. */
  guessedFailure: string | undefined;
  #bytes = 0;
  #characters = 0;
  readonly #crawl: Crawl;
  readonly #options: RequestTools;
  readonly #requested = new Set<string>();
  /** The addresses of the sitemaps that were read, after redirects. */
  readonly #read = new Set<string>();

  constructor(crawl: Crawl, options: RequestTools) {
    this.#crawl = crawl;
    this.#options = options;
  }

  /** Adds a fault of a listed address or, without `url`, of a sitemap as a whole. */
  report(code: SitemapCode, { sitemap, url = sitemap, technical }: Reported) {
    const detail = { sitemap: clip(sitemap), ...(technical && { technical: clip(technical) }) };
    this.faults.add({ code, subject: url, detail });
  }

  /** Reads a sitemap and, if it is an index, the sitemaps that it lists. */
  async read(url: string, { isGuessed = false }: Origin = {}): Promise<void> {
    if (this.#requested.has(url) || this.#read.has(url)) return;
    if (this.#requested.size >= MAX_SITEMAPS || this.#bytes >= MAX_ALL_BYTES) {
      return isGuessed ? undefined : this.leave("size limit");
    }
    this.#requested.add(url);
    const file = await this.#fetch(url, isGuessed);
    if (!file || this.#read.has(file.url)) return;
    this.#read.add(file.url);

    const children: string[] = [];
    const reading = await readSitemap(
      file.body,
      (entry, kind) => {
        if (kind === "urlset") this.#addPage(url, entry);
        else if (kind === "feed") this.#addPost(url, entry);
        else this.#addChild(url, entry, { children, indexUrl: file.url });
      },
      { isWhole: !file.truncated },
    );
    // Garbage collection would wait until several files have arrived. Each body has its own buffer.
    if (file.body.buffer instanceof ArrayBuffer) file.body.buffer.transfer(0);
    this.#bytes += reading.bytes;
    if (!this.#isSitemap(url, reading, isGuessed)) return;
    this.sitemaps += 1;
    if (file.truncated) this.leave("size limit");
    for (const child of children) await this.read(child);
  }

  leave(reason: string) {
    this.unread.set(reason, (this.unread.get(reason) ?? 0) + 1);
  }

  async #fetch(url: string, isGuessed: boolean) {
    const { site, robots } = this.#crawl;
    const fail = (technical: string) =>
      this.report("sitemap_not_reachable", { sitemap: url, technical });
    if (site.includes(url) && !robots.allows(url))
      return isGuessed ? undefined : fail("robots.txt forbids it");
    const { client, deadline } = this.#options;
    const answer = await client.request(url, {
      maxBytes: MAX_BODY_BYTES,
      maxRedirects: MAX_REDIRECTS,
      timeoutMs: TIMEOUT_MS,
      deadline,
    });
    if (!answer) return this.leave("deadline");
    if (!(answer instanceof OutboundError) && answer.status === 200) return answer;
    const outcome = describeOutcome(answer);
    const { verdict, reason } = judgeLink(outcome);
    const isWall = "status" in outcome && outcome.mitigated;
    const isUnknown = isGuessed && verdict === "suspect" && !("status" in outcome);
    if (verdict === "unchecked" || isWall || isUnknown) return this.leave(reason);
    const isFailing = "status" in outcome && outcome.status >= 500;
    if (isGuessed && isFailing) this.guessedFailure = reason;
    if (isGuessed) return undefined;
    if (isFailing) this.failing += 1;
    return fail(reason);
  }

  /** Adds the faults of a file. Returns false if it is no sitemap at all. */
  #isSitemap(url: string, reading: SitemapReading, isGuessed: boolean) {
    const { kind, error, limit, namespace, entries } = reading;
    const isKnown = kind !== "html" && kind !== "other";
    if (!isKnown && isGuessed) return false;
    const report = (code: SitemapCode, technical?: string) =>
      this.report(code, { sitemap: url, technical });
    if (limit) report("sitemap_over_limit", LIMITS[limit]);
    if (error !== undefined || !isKnown) {
      report("sitemap_not_well_formed", isKnown ? error : "not a sitemap");
      return isKnown;
    }
    const isOwn = kind === "urlset" || kind === "sitemapindex";
    if (isOwn && namespace !== NAMESPACE)
      report("sitemap_not_well_formed", `namespace ${namespace ?? "missing"}`);
    if (entries === 0 && !limit) report("sitemap_empty_sitemap");
    return true;
  }

  /** The sitemaps of an index are on its own host: sitemaps.org, "Using Sitemap index files". */
  #addChild(
    sitemap: string,
    entry: SitemapEntry,
    { children, indexUrl }: { children: string[]; indexUrl: string },
  ) {
    const url = parseLocation(entry.loc);
    const isBesideIndex = url !== undefined && url.origin === new URL(indexUrl).origin;
    const child = isBesideIndex ? url.href : this.#locate(sitemap, entry);
    if (child && children.length < MAX_SITEMAPS) children.push(child);
    else if (child) this.leave("size limit");
    this.#checkDate(sitemap, entry);
  }

  #addPage(sitemap: string, entry: SitemapEntry) {
    const url = this.#locate(sitemap, entry);
    if (url) this.#keep(url, sitemap);
    this.#checkDate(sitemap, entry);
  }

  #checkDate(sitemap: string, { loc, lastmod }: SitemapEntry) {
    if (lastmod !== undefined && !isDatetime(lastmod))
      this.report("sitemap_invalid_lastmod", { sitemap, url: loc, technical: lastmod });
  }

  /** Posts of a feed may be on other sites, and have no fields of the protocol. */
  #addPost(sitemap: string, { loc }: SitemapEntry) {
    const url = parseLocation(loc);
    if (url?.origin === this.#crawl.site.origin) this.#keep(url.href, sitemap);
  }

  #keep(url: string, sitemap: string) {
    if (this.locations.has(url)) return;
    if (this.locations.size < MAX_LOCATIONS && this.#characters < MAX_CHARACTERS) {
      this.locations.set(url, sitemap);
      this.#characters += url.length;
    } else this.unkept += 1;
  }

  /** The location, if it is a URL of the site (by the protocol: the same scheme, host and port). */
  #locate(sitemap: string, { loc = "" }: SitemapEntry) {
    const url = parseLocation(loc);
    if (url?.origin === this.#crawl.site.origin) return url.href;
    const code = url ? "sitemap_foreign_location" : "sitemap_invalid_location";
    this.report(code, { sitemap, url: loc });
    return undefined;
  }
}

const LONGEST_LOCATION = 2048;

/** W3C Datetime: a year, a month, a day, or a time with an offset. */
const DATETIME =
  /^(\d{4})(?:-(\d\d)(?:-(\d\d)(?:T(\d\d):(\d\d)(?::(\d\d)(?:\.\d+)?)?(?:Z|[+-](?:(?:0\d|1[0-3]):[0-5]\d|14:00)))?)?)?$/;

/** The location as a URL; undefined if it is not an absolute URL. */
function parseLocation(location: string | undefined): URL | undefined {
  if (!location || location.length >= LONGEST_LOCATION) return undefined;
  return (/^https?:\/\//i.test(location) && URL.parse(location)) || undefined;
}

function isDatetime(value: string) {
  const [, year, month = "01", day = "01", hour = "00", minute = "00", second = "00"] =
    DATETIME.exec(value) ?? [];
  if (year === undefined) return false;
  const date = new Date(`${year}-${month}-${day}T00:00:00Z`);
  const isDay = !Number.isNaN(date.getTime()) && date.getUTCDate() === Number(day);
  return isDay && Number(hour) < 24 && Number(minute) < 60 && Number(second) <= 60;
}
