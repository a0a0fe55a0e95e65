import type { FaultCode } from "../../../catalogue/faultTexts.ts";
import type { BusinessRecord } from "../../../entities/business.ts";
import { brokenReasons, reasonIn } from "../../../vocabulary/reasons.ts";
import { isUnlisted, judgeLink } from "../../pages/outcome.ts";
import { isBuiltByScripts, isReadable, type Page } from "../../pages/page.ts";
import { normalisePhone } from "../../services/businessListing.ts";
import type { Analyser, AuditInput, Examination, Examined } from "../analyser.ts";
import { clip, FaultList } from "../faults.ts";
import { judgeAddresses, type StartPage } from "./addresses.ts";
import { faultsOf } from "./pageFaults.ts";

/** The memory of a page with its texts, and of a file with its pages. */
const [PAGE_BYTES, FILE_BYTES] = [500, 200];
const LARGE_FILE_BYTES = 1024 * 1024;
const MAX_PHONES = 20;
/** The fewest digits of a telephone number that may be somebody's own. */
const LEAST_DIGITS = 5;

/** The index file of a folder. */
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

/** The basics that visitors and search engines expect: faults of single pages, and of pages compared. */
class BasicsExamination implements Examination {
  readonly #faults = new FaultList();
  readonly #pages: ReadPage[] = [];
  readonly #phones = new Set<string>();
  /** The pages that load an image, a script or a style sheet, by its address. */
  readonly #loads = new Map<string, string[]>();
  #start: StartPage | undefined;

  /** Approximate memory. */
  get bytes() {
    return this.#pages.length * PAGE_BYTES + this.#loads.size * FILE_BYTES;
  }

  add(page: Page) {
    if (!isReadable(page)) return;
    const { url, isStart, meta, canonical, hasIcon, title } = page;
    if (isStart) this.#start ??= { url, hasIcon, title, canonical };
    for (const file of page.loads) {
      const pages = this.#loads.get(file) ?? [];
      pages.push(url);
      this.#loads.set(file, pages);
    }
    if (isBuiltByScripts(page)) return;
    this.#pages.push({
      url,
      isStart,
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

  /** Undefined without pages. */
  async examine({ crawl, business, ...tools }: BasicsInput): Promise<Examined | undefined> {
    if (this.#pages.length === 0) return undefined;
    const { outcomes, site, startUrl } = crawl;
    const isClosed = (page: ReadPage) => {
      const outcome = outcomes.get(site.key(page.url));
      return page.isClosed || (outcome !== undefined && "noindex" in outcome);
    };
    for (const page of this.#pages)
      if (page.isStart && isClosed(page)) this.#add(page.url, "start_page_noindex");
    for (const { url, canonical } of this.#pages) {
      if (!canonical || site.key(canonical) === site.key(url)) continue;
      if (!site.includes(withoutWww(canonical)) && !site.includes(withWww(canonical))) {
        this.#add(url, "canonical_elsewhere", new URL(canonical).origin);
        continue;
      }
      const outcome = outcomes.get(site.key(canonical));
      const { verdict, reason = "" } = outcome ? judgeLink(outcome) : {};
      if (verdict === "broken")
        this.#add(url, "canonical_elsewhere", canonical, reasonIn(brokenReasons, reason));
    }
    const open = this.#pages.filter((page) => {
      const { url, canonical } = page;
      return !isClosed(page) && (!canonical || site.key(canonical) === site.key(url));
    });
    this.#compare(open, "title");
    this.#compare(open, "description");
    const phones = otherPhone([...this.#phones], business?.address);
    if (phones !== undefined) this.#add(startUrl, "other_phone", phones);
    const { answers } = tools.client;
    for (const [file, pages] of this.#loads) {
      const answer = answers.get(file);
      const isLoaded = answer && "status" in answer.outcome && answer.outcome.status === 200;
      if (!isLoaded || answer.bytes <= LARGE_FILE_BYTES) continue;
      for (const url of pages) this.#add(url, "large_file", file, { bytes: answer.bytes });
    }
    const around = this.#start && (await judgeAddresses(this.#start, crawl, tools));
    for (const [code, address] of around ?? []) this.#add(startUrl, code, address);
    const { all, more } = this.#faults;
    return {
      ...{ faults: all, more_count: more, pages_checked_count: this.#pages.length },
      // What had no answer in time may be as it was.
      mayRemain: ({ code, subject }) =>
        code === "large_file"
          ? this.#loads.has(subject) && !answers.has(subject)
          : around === undefined && (code === "missing_favicon" || code === "two_addresses"),
    };
  }

  #compare(pages: ReadPage[], field: "title" | "description") {
    for (const [text, same] of Map.groupBy(pages, (page) => page[field])) {
      // A query may only sort or filter the same page, or choose what its frames show.
      const pathOf = (url: string) => url.split("?", 1)[0]?.replace(INDEX, "/");
      const paths = new Set(same.map(({ url }) => pathOf(url)));
      for (const { url } of same) {
        if (text === "") this.#add(url, `missing_${field}`);
        else if (paths.size > 1) this.#add(url, `duplicate_${field}`, text);
      }
    }
  }

  #add(page: string, code: FaultCode, subject?: string, detail = {}) {
    this.#faults.add({ code, subject, detail, page });
  }
}

/** The phone numbers of links, none of which is the business's, in an order that does not depend on the crawl. */
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

/** Emergency numbers (112), short codes (`*100#`) and service numbers (999) belong to nobody. */
function mayBeOwn(phone: string): boolean {
  return (phone.match(/\d/g)?.length ?? 0) >= LEAST_DIGITS && !/[*#]/.test(phone);
}

function withoutWww(url: string): string {
  return url.replace("://www.", "://");
}

function withWww(url: string): string {
  return withoutWww(url).replace("://", "://www.");
}

export const pageBasics: Analyser = {
  type: "page_basics",
  feature: "headings",
  explanation: `What visitors and search engines expect of a website, from what the audit has read anyway.

- **Search engines:** a start page that is closed to them; a title or description that is missing or that several pages share; a canonical address on another host or on a page that is broken. Pages that are closed, or whose canonical address is another page, are not compared.
- **Contact:** \`tel:\` and \`mailto:\` links that can't work; links with phone numbers of which none is the business's; JSON-LD that can't be parsed.
- **Texts and images:** what builders and themes put in until somebody writes a text; images without \`alt\` (axe-core's \`image-alt\`).
- **Weight:** images, scripts and style sheets over 1 MB. Sizes are what servers said to the check of links (switch \`broken_links\`); films, images that load later and those of which browsers choose one do not count.
- **Preview image and icon** that are missing. Browsers try \`/favicon.ico\` if a page names no icon, and so does the audit.
- **One secure address:** scripts, style sheets and frames by http on a page by https, which browsers block; \`www\` and the bare host that both show the start page, with no redirect and no canonical address. The other host is asked if the page names its icon.`,
  reads: "everyPage",
  runsLast: true,
  begin: () => new BasicsExamination(),
};
