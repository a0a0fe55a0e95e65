import type { BusinessRecord } from "../../../../shared/entities/business.ts";
import type { Analyser, AuditInput, Examination, Examined } from "../../analyser.ts";
import type { Site } from "../../crawl/site.ts";
import { clip, FaultList } from "../../faults.ts";
import { isUnlisted, judgeLink } from "../../pages/outcome.ts";
import {
  digest,
  isBuiltByScripts,
  isReadable,
  type Page,
  percentDecoded,
} from "../../pages/page.ts";
import type { PoliteClient } from "../../pages/politeClient.ts";
import { normalisePhone } from "../../services/businessListing.ts";
import { judgeAddresses, type StartPage, startOf } from "./addresses.ts";
import { faultsOf } from "./pageFaults.ts";
import { type BasicsCode, kinds } from "./texts.ts";

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

type BasicsInput = Pick<AuditInput, "crawl" | "business" | "client" | "deadline">;

/** What visitors and search engines expect of a website: faults of single pages, and of pages compared. */
export class BasicsExamination implements Examination {
  readonly #faults = new FaultList();
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
    for (const [code, ...subjects] of faultsOf(page)) {
      for (const subject of new Set(subjects)) this.#add(url, code, subject);
    }
    for (const phone of page.telephoneLinks) {
      if (this.#phones.size <= MAX_PHONES && mayBeOwn(phone)) this.#phones.add(clip(phone));
    }
  }

  /** Undefined if there was no page to check. */
  async examine({ crawl, business, ...tools }: BasicsInput): Promise<Examined | undefined> {
    if (this.#pages.length === 0) return undefined;
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
    if (startUrl.startsWith("http:") && !LOCALHOST.test(startUrl)) this.#add(startUrl, "no_https");
    const phones = otherPhone([...this.#phones], business?.address);
    if (phones !== undefined) this.#add(startUrl, "other_phone", phones);
    for (const { target, pages } of this.#places.broken(site)) {
      for (const url of pages) this.#add(url, "broken_fragment", target);
    }
    for (const { url, code, file, bytes } of this.#weights.heavy(tools.client))
      this.#add(url, code, file, { bytes });
    const around = this.#start ? await judgeAddresses(this.#start, crawl, tools) : [];
    for (const [code, address] of around) this.#add(startUrl, code, address);
    const { all, more } = this.#faults;
    return { faults: all, more_count: more, pages_checked_count: this.#pages.length };
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

  #add(page: string, code: BasicsCode, subject?: string, detail = {}) {
    this.#faults.add({ code, subject, detail, page });
  }
}

/** The phone numbers of links, of which none is the business's; in an order that no crawl changes. */
function otherPhone(phones: string[], address: BusinessRecord["address"]): string | undefined {
  const country = address?.country_code || undefined;
  const own = normalisePhone(address?.phone_number ?? "", country);
  const shown = phones
    .map((phone) => normalisePhone(phone, country))
    .filter((phone) => phone !== "");
  // A page with more numbers is a directory.
  const isKnown = own !== "" && shown.length > 0 && phones.length <= MAX_PHONES;
  return isKnown && !shown.includes(own) ? phones.toSorted().join(", ") : undefined;
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

export const pageBasics: Analyser = {
  type: "page_basics",
  feature: "headings",
  explanation: `What visitors and search engines expect of a website, from what the audit has read anyway.

- **Search engines:** a start page, or half of five or more pages, closed to them; a title or description that is missing or that several pages share; a canonical address on another host or on a page that is broken. Pages that are closed, or whose canonical address is another page, are not compared.
- **Contact:** \`tel:\` and \`mailto:\` links that can't work; links with phone numbers of which none is the business's; JSON-LD that can't be parsed; a LocalBusiness without name, phone or address.
- **Texts and images:** what builders and themes put in until somebody writes a text; images without \`alt\` (axe-core's \`image-alt\`).
- **Links to places** (\`/about#team\`) that a page of the website does not have. Links that scripts seem to handle are left out.
- **Weight:** images, scripts and style sheets over 1 MB, and pages over 3 MB together with these, unless that is due to files over 1 MB alone. Sizes are what servers said to the check of links (switch \`broken_links\`); films, images that load later and those of which browsers choose one do not count.
- **Preview image and icon** that are missing or gone. Browsers try \`/favicon.ico\` if a page names no icon, and so does the audit.
- **One secure address:** http that does not lead to https; scripts, style sheets and frames by http on a page by https, which browsers block; \`www\` and the bare host that both show the start page, with no redirect and no canonical address. The other host is asked if the page names its icon.`,
  kinds,
  reads: "everyPage",
  runsLast: true,
  begin: () => new BasicsExamination(),
};

const LARGE_FILE_BYTES = 1024 * 1024;
const LARGE_PAGE_BYTES = 3 * 1024 * 1024;

interface Heavy {
  code: "large_file" | "large_page";
  /** The page that loads it. */
  url: string;
  file?: string;
  bytes: number;
}

/** Collects what pages load, to add up what it weighs. */
class Weights {
  readonly #pages: { url: string; files: Int32Array }[] = [];
  readonly #files = new Map<string, number>();
  /** Approximate size of what it keeps. */
  bytes = 0;

  add({ url, loads = [] }: Page) {
    this.#pages.push({ url, files: Int32Array.from(loads, (file) => this.#numberOf(file)) });
    this.bytes += 4 * loads.length + 100;
  }

  #numberOf(file: string): number {
    const known = this.#files.get(file);
    if (known !== undefined) return known;
    this.bytes += file.length + 100;
    this.#files.set(file, this.#files.size);
    return this.#files.size - 1;
  }

  /**
   * Files over 1 MB, and pages that are over 3 MB even if these files were made smaller, as far as the sizes
   * are known: what one file causes is told of the file.
   */
  *heavy({ answers }: Pick<PoliteClient, "answers">): Generator<Heavy> {
    const files = [...this.#files.keys()];
    const sizeOf = (url: string) => {
      const known = answers.get(url);
      return known && "status" in known.outcome && known.outcome.status === 200 ? known.bytes : 0;
    };
    const sizes = files.map(sizeOf);
    for (const { url, files: loaded } of this.#pages) {
      let page = sizeOf(url);
      let tooMuch = 0;
      for (const file of loaded) {
        const bytes = sizes[file] ?? 0;
        page += bytes;
        tooMuch += Math.max(0, bytes - LARGE_FILE_BYTES);
        const name = files[file];
        if (bytes > LARGE_FILE_BYTES && name) yield { code: "large_file", url, file: name, bytes };
      }
      if (page - tooMuch > LARGE_PAGE_BYTES) yield { code: "large_page", url, bytes: page };
    }
  }
}
