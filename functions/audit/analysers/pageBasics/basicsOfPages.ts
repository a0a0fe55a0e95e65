import type { Crawl } from "../../crawl/crawl.ts";
import type { Site } from "../../crawl/site.ts";
import { clip } from "../../finding.ts";
import { isUnlisted, judgeLink } from "../../pages/outcome.ts";
import {
  digest,
  isBuiltByScripts,
  isReadable,
  type Page,
  percentDecoded,
} from "../../pages/page.ts";
import type { RequestTools } from "../../pages/politeClient.ts";
import { Repeated, type RepeatedFault } from "../../repeated.ts";
import { judgeAddresses, type StartPage, startOf } from "./addresses.ts";
import { faultsOf, type Issue } from "./pageFaults.ts";
import { Weights } from "./weights.ts";

export type BasicsFault = RepeatedFault<{ issue: Issue; detail?: string; bytes?: number }>;

/** What all websites with a host name share. */
export interface BasicsFacts {
  faults: BasicsFault[];
  /** How many further faults there are. */
  more_count: number;
  /** On how many pages each kind is. */
  counts: Partial<Record<Issue, number>>;
  pages_checked_count: number;
  /** The phone numbers that links name; none if they name so many that it is a directory. */
  phones: string[];
  startUrl: string;
}

/** The memory that a page takes with its texts. */
const PAGE_BYTES = 500;
const MAX_PHONES = 20;
const LEAST_PAGES_CLOSED = 5;
/** Of a telephone number that somebody can have. */
const LEAST_DIGITS = 5;

/** What a machine says to itself is secure for browsers (https://w3c.github.io/webappsec-secure-contexts/). */
const LOCALHOST = /^http:\/\/(?:[\w.-]+\.)?localhost(?=[:/])/;

/** The file that servers show for a folder. */
const INDEX = /\/index\.(?:html?|php)$/i;

interface ReadPage {
  url: string;
  isStart: boolean;
  isClosed: boolean;
  canonical?: string;
  title: string;
  description: string;
}

/** Collects the faults of single pages, and what is compared among pages. */
export class BasicsOfPages {
  readonly #faults = new Repeated<{ issue: Issue; detail?: string; bytes?: number }>();
  /** The pages that have each kind of fault. */
  readonly #pagesOf = new Map<Issue, Set<string>>();
  readonly #pages: ReadPage[] = [];
  readonly #phones = new Set<string>();
  readonly #places = new Places();
  readonly #weights = new Weights();
  #start: StartPage | undefined;

  /** Approximate size of what it keeps. */
  get bytes() {
    return this.#pages.length * PAGE_BYTES + this.#places.bytes + this.#weights.bytes;
  }

  add(page: Page, site: Site) {
    if (!isReadable(page) || page.isFramed) return;
    const { url, depth, meta, canonical } = page;
    if (depth === 0) this.#start ??= startOf(page);
    this.#places.add(page, site);
    this.#weights.add(page);
    if (isBuiltByScripts(page)) return;
    this.#pages.push({
      url,
      isStart: depth === 0,
      isClosed: isUnlisted(page),
      ...(canonical && { canonical }),
      title: clip((page.title ?? "").trim()),
      description: clip((meta["description"] ?? "").trim()),
    });
    for (const [kind, ...details] of faultsOf(page)) {
      for (const detail of new Set(details)) this.#add(url, kind, detail);
    }
    for (const phone of page.telephoneLinks) {
      if (this.#phones.size <= MAX_PHONES && mayBeOwn(phone)) this.#phones.add(clip(phone));
    }
  }

  async judge(crawl: Crawl, tools: RequestTools): Promise<BasicsFacts> {
    const { outcomes, site, startUrl } = crawl;
    const isClosed = (page: ReadPage) => {
      const outcome = outcomes.get(site.key(page.url));
      return page.isClosed || (outcome !== undefined && "noindex" in outcome);
    };
    const closed = this.#pages.filter(isClosed);
    const isMany = closed.length >= LEAST_PAGES_CLOSED && closed.length * 2 >= this.#pages.length;
    for (const { url, isStart } of closed) {
      if (isStart) this.#add(url, "start_page_noindex");
      else if (isMany) this.#add(url, "many_pages_noindex");
    }
    for (const { url, canonical } of this.#pages) {
      if (!canonical || site.key(canonical) === site.key(url)) continue;
      const outcome = outcomes.get(site.key(canonical));
      if (!site.includes(withoutWww(canonical)) && !site.includes(withWww(canonical))) {
        this.#add(url, "canonical_elsewhere", new URL(canonical).origin);
      } else if (outcome && judgeLink(outcome).verdict === "broken") {
        this.#add(url, "canonical_broken", canonical);
      }
    }
    const open = this.#pages.filter((page) => {
      const { url, canonical } = page;
      return !isClosed(page) && (!canonical || site.key(canonical) === site.key(url));
    });
    this.#compare(open, "title");
    this.#compare(open, "description");
    const isOpen = startUrl.startsWith("http:") && !LOCALHOST.test(startUrl);
    if (this.#pages.length > 0 && isOpen) this.#add(startUrl, "no_https");
    for (const { target, pages } of this.#places.broken(site)) {
      for (const url of pages) this.#add(url, "broken_fragment", target);
    }
    for (const { url, ...heavy } of this.#weights.heavy(tools.client))
      this.#add(url, heavy.issue, heavy.file, heavy.bytes);
    const start = this.#start;
    const around = start ? await judgeAddresses(start, crawl, tools) : [];
    for (const [kind, address] of around) this.#add(startUrl, kind, address);
    return {
      faults: this.#faults.all,
      more_count: this.#faults.more,
      counts: Object.fromEntries([...this.#pagesOf].map(([kind, { size }]) => [kind, size])),
      pages_checked_count: this.#pages.length,
      phones: this.#phones.size > MAX_PHONES ? [] : [...this.#phones],
      startUrl: clip(startUrl),
    };
  }

  #compare(pages: ReadPage[], field: "title" | "description") {
    for (const [text, same] of Map.groupBy(pages, (page) => page[field])) {
      // A query may only sort or filter the same page, or name what it shows in frames.
      const pathOf = (url: string) => url.split("?", 1)[0]?.replace(INDEX, "/");
      const paths = new Set(same.map(({ url }) => pathOf(url)));
      for (const { url } of same) {
        if (text === "") this.#add(url, `missing_${field}`);
        else if (paths.size > 1) this.#add(url, `duplicate_${field}`, text);
      }
    }
  }

  #add(url: string, kind: Issue, detail?: string, bytes?: number) {
    const pages = this.#pagesOf.get(kind) ?? new Set();
    this.#pagesOf.set(kind, pages.add(url));
    const same = { issue: kind, ...(detail !== undefined && { detail: clip(detail) }) };
    const fault = { ...same, ...(bytes !== undefined && { bytes }) };
    this.#faults.add(url, fault, same);
  }
}

/** Emergency numbers (112), short codes (`*100#`) and numbers of services (999) are nobody's own. */
function mayBeOwn(phone: string): boolean {
  return (phone.match(/\d/g)?.length ?? 0) >= LEAST_DIGITS && !/[*#]/.test(phone);
}

function withoutWww(url: string): string {
  return url.replace("://www.", "://");
}

function withWww(url: string): string {
  return withoutWww(url).replace("://", "://www.");
}

/** Compares the links to places in pages (`/about#team`) with the places that these pages have. */
class Places {
  /** Digests of the places in each page, by `site.key`. */
  readonly #ids = new Map<string, Int32Array>();
  /** By `site.key` and fragment. */
  readonly #links = new Map<string, { url: string; fragment: string; pages: string[] }>();
  /** Approximate size of what it keeps. */
  bytes = 0;

  add({ url, ids, cut, fragments = [] }: Page, site: Site) {
    if (ids && !cut) this.#ids.set(site.key(url), Int32Array.from(ids));
    this.bytes += 4 * (ids?.size ?? 0);
    for (const { url: target, fragment } of fragments) {
      if (!site.includes(target)) continue;
      const key = `${site.key(target)}#${fragment}`;
      const link = this.#links.get(key) ?? { url: target, fragment, pages: [] };
      if (link.pages.length === 0) this.bytes += 2 * key.length + 200;
      this.#links.set(key, link);
      link.pages.push(url);
      this.bytes += 8;
    }
  }

  /** Links to places that do not exist in a page that was read whole, with the pages that have them. */
  *broken(site: Site): Generator<{ target: string; pages: string[] }> {
    for (const [page, links] of Map.groupBy(this.#links.values(), ({ url }) => site.key(url))) {
      const known = this.#ids.get(page);
      if (!known) continue;
      const ids = new Set(known);
      for (const { url, fragment, pages } of links) {
        const names = [fragment, percentDecoded(fragment)];
        if (names.some((name) => ids.has(digest(name)))) continue;
        yield { target: `${url}#${fragment}`, pages };
      }
    }
  }
}
