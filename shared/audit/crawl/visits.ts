import type { OutboundError } from "../../platform/outbound/failure.ts";
import type { OutboundResponse } from "../../platform/outbound/request.ts";
import { describeOutcome, nameMalformed, nameOutcome, type Outcome } from "../pages/outcome.ts";
import { digest, isBuiltByScripts, type Page } from "../pages/page.ts";
import { MAX_PAGE_BYTES, type RequestTools } from "../pages/politeClient.ts";
import { pageOf } from "../pages/readPage.ts";
import type { Frontier } from "./frontier.ts";
import type { Site, Start } from "./site.ts";
import type { SoftNotFound } from "./softNotFound.ts";

const MAX_HOPS = 10;
/** A website with a single link may well link to a page that is gone. */
const LEAST_SOFT = 2;
/** The index file that a web server shows for the address of a folder. */
const INDEX_FILE = /\/(?:(?:index|default)\.(?:html?|php|aspx?|shtml))?(?=\?|$)/i;

/** Collects what an analyser needs of each page; no page is kept. */
export interface Collected {
  /** Each page once, nearest to the start page first. */
  add?(page: Page, site: Site): void;
  /** Approximate memory, if that grows with the pages. */
  readonly bytes?: number;
}

interface VisitOptions extends RequestTools {
  site: Site;
  frontier: Frontier;
  collected: Collected[];
}

/** Requests the pages of a site, and keeps the outcome of each request. */
export class Visits {
  /** The reason (`unreadableReasons`) of the first request that returned no page. */
  failure: string | undefined;
  readonly outcomes = new Map<string, Outcome>();
  /** The number of pages that were read in part, by reason. */
  readonly cut: Record<string, number> = {};
  requests = 0;
  startPage: Page | undefined;
  /** The addresses to request, nearest to the start page first. */
  readonly queue: string[] = [];
  /** The number of pages read, and of those shown to the collectors. */
  read = 0;
  shown = 0;
  outOfTime = false;
  /** The page for addresses that don't exist, once it is known. It is no page of the website. */
  softNotFound: SoftNotFound | undefined;
  readonly #options: VisitOptions;
  /** The pages shown so far, by their address without an index file and a digest of their texts. */
  readonly #shown = new Set<string>();

  constructor(options: VisitOptions) {
    this.#options = options;
  }

  /** Approximate memory that the pages read so far take. */
  get keptBytes() {
    const { frontier, collected } = this.#options;
    return collected.reduce((sum, { bytes = 0 }) => sum + bytes, frontier.bytes);
  }

  /**
   * If each further address of the website shows the page for addresses that don't exist, that page is no sign of a
   * missing one.
   */
  doubtSoftNotFound() {
    const soft = [...this.outcomes].flatMap(([key, outcome]) =>
      "isSoftNotFound" in outcome ? [{ key, ...outcome }] : [],
    );
    if (this.shown > 1 || soft.length < LEAST_SOFT) return;
    this.softNotFound = undefined;
    for (const { key, isSoftNotFound: _, ...outcome } of soft) this.outcomes.set(key, outcome);
  }

  /**
   * Shows a page to the collectors and collects its links. Call it in the order of the pages. `/shop`, `/shop/` and
   * `/shop/index.html` are one page if they have the same content.
   */
  show(page: Page) {
    const { collected, frontier, site } = this.#options;
    const { url, title, headings, text } = page;
    const address = site.key(url).replace(INDEX_FILE, "");
    const name = `${address} ${digest(JSON.stringify([title, headings, text]))}`;
    this.read += 1;
    if (this.#shown.has(name)) return;
    this.#shown.add(name);
    this.shown += 1;
    for (const each of collected) each.add?.(page, site);
    this.queue.push(...frontier.follow(page));
  }

  /** Receives the answer of the start page. Without an answer, returns the limit that prevented it. */
  receiveStart({ url, answer, refusal, robots }: Start): "deadline" | "robots_txt" | undefined {
    this.#options.frontier.admits(url);
    if (refusal) this.failure = robots.unreadable ?? refusal;
    if (refusal || !answer) return refusal ?? "deadline";
    this.requests += 1;
    const page = this.#receive(url, answer, true);
    if (page) this.show(page);
    this.startPage = page;
    return undefined;
  }

  /** Requests an address and follows its redirects within the site. Returns the page, if there is one. */
  async visit(address: string): Promise<Page | undefined> {
    const { site, client, deadline } = this.#options;
    let url = address;
    for (let hops = 0; hops <= MAX_HOPS; hops += 1) {
      const answer = await client.request(url, { maxBytes: MAX_PAGE_BYTES, deadline });
      if (!answer) {
        this.outOfTime = true;
        return undefined;
      }
      this.requests += 1;
      const page = this.#receive(url, answer);
      const outcome = this.outcomes.get(site.key(url));
      const next = outcome && "status" in outcome ? outcome.redirectsTo : undefined;
      const isGate = "headers" in answer && answer.headers["set-cookie"] !== undefined;
      if (!next || !this.#follows(url, next, isGate)) return page;
      url = next;
    }
    this.outcomes.set(site.key(url), { failure: "redirect_loop" });
    return undefined;
  }

  /** A redirect may lead to the same page again: from http to https, with a session's id, or after a cookie. */
  #follows(url: string, next: string, isGate: boolean) {
    const { site, frontier } = this.#options;
    if ((url === next && !isGate) || !site.includes(next)) return false;
    return site.key(url) === site.key(next) ? frontier.allows(next) : frontier.admits(next);
  }

  #receive(url: string, answer: OutboundResponse | OutboundError, isStart = false) {
    const { site } = this.#options;
    const outcome = describeOutcome(answer);
    this.outcomes.set(site.key(url), outcome);
    const isWall = "status" in outcome && outcome.mitigated;
    const isRead = "status" in answer && !isWall && !("malformed" in outcome);
    const isPage = isRead && answer.status >= 200 && answer.status < 300;
    if (!isPage) {
      const redirects = "status" in outcome && outcome.redirectsTo !== undefined;
      if (!redirects) this.failure ??= nameOutcome(outcome);
      return undefined;
    }
    const page = pageOf({ ...answer, url }, isStart);
    if (!page) return undefined;
    if (this.softNotFound?.matches(page)) {
      this.outcomes.set(site.key(url), { ...outcome, isSoftNotFound: true });
      return undefined;
    }
    const { truncated, malformed } = answer;
    const lost = malformed
      ? nameMalformed(malformed)
      : `long_page (bytes beyond ${MAX_PAGE_BYTES})`;
    if (truncated) page.cut.push(lost);
    if (isBuiltByScripts(page)) page.cut.push("built_by_scripts");
    for (const reason of page.cut) this.cut[reason] = (this.cut[reason] ?? 0) + 1;
    const { refreshesTo } = page;
    if (!refreshesTo) return page;
    this.outcomes.set(site.key(url), { ...outcome, redirectsTo: refreshesTo });
    return undefined;
  }
}
