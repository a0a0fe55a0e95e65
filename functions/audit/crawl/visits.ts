import {
  decodeText,
  OutboundError,
  type OutboundResponse,
} from "../../../shared/outbound/index.ts";
import {
  describeOutcome,
  isHtml,
  nameOutcome,
  type Outcome,
} from "../../../shared/pages/outcome.ts";
import type { Page } from "../../../shared/pages/page.ts";
import type { PoliteClient } from "../../../shared/pages/politeClient.ts";
import { readPage } from "../../../shared/pages/readPage.ts";
import { TextPool } from "../../../shared/pages/textPool.ts";
import type { Frontier } from "./frontier.ts";
import { MAX_PAGE_BYTES, type Site, type Start } from "./site.ts";

const MAX_HOPS = 10;
const MAX_FAILURES = 500;
/** Of a link or heading without its texts. */
const ITEM_BYTES = 64;

interface VisitOptions {
  site: Site;
  frontier: Frontier;
  client: PoliteClient;
  deadline: number;
}

/** Requests the pages of a site, and keeps what each request came to. */
export class Visits {
  readonly pages: Page[] = [];
  readonly failures: { url: string; outcome: string }[] = [];
  readonly outcomes = new Map<string, Outcome>();
  requests = 0;
  outOfTime = false;
  #itemBytes = 0;
  readonly #pool = new TextPool();
  readonly #options: VisitOptions;

  constructor(options: VisitOptions) {
    this.#options = options;
  }

  /** Roughly what the pages read so far take in memory. */
  get keptBytes() {
    return this.#itemBytes + this.#pool.bytes;
  }

  /** Takes the start page as it was already answered. */
  receiveStart({
    url,
    answer,
    refusal,
    robots,
  }: Start): Page | "time" | "robots" | "busy" | undefined {
    const { frontier } = this.#options;
    if (refusal === "busy") return refusal;
    const admitted = frontier.admits(url);
    if (refusal) this.#fail(url, robots.reason ?? refusal);
    if (refusal || !answer) return refusal ?? "time";
    this.requests += 1;
    const page = this.#receive(url, answer, 0);
    if (admitted) frontier.note(url, page);
    if (page) this.pages.push(page);
    return page;
  }

  /** The page at this address or, within the site, where it redirects to; if there is one. */
  async visit(address: string, depth: number): Promise<Page | undefined> {
    const { site, client, deadline, frontier } = this.#options;
    if (!frontier.isWorth(address)) return undefined;
    let url = address;
    for (let hops = 0; hops <= MAX_HOPS; hops += 1) {
      const answer = await client.request(url, { maxBytes: MAX_PAGE_BYTES, deadline });
      if (!answer) {
        this.outOfTime = true;
        return undefined;
      }
      this.requests += 1;
      const page = this.#receive(url, answer, depth);
      if (hops === 0 || site.key(url) !== site.key(address)) frontier.note(url, page);
      const outcome = this.outcomes.get(site.key(url));
      const next = outcome && "status" in outcome ? outcome.redirectsTo : undefined;
      if (!next || !this.#follows(url, next)) return page;
      url = next;
    }
    return undefined;
  }

  /** A redirect may lead to the same page again: from http to https, or with a session's id. */
  #follows(url: string, next: string) {
    const { site, frontier } = this.#options;
    if (url === next || !site.includes(next)) return false;
    return site.key(url) === site.key(next) ? frontier.allows(next) : frontier.admits(next);
  }

  #receive(url: string, answer: OutboundResponse | OutboundError, depth: number) {
    const outcome = describeOutcome(answer);
    this.outcomes.set(this.#options.site.key(url), outcome);
    if (answer instanceof OutboundError || answer.status < 200 || answer.status >= 300) {
      const redirects = "status" in outcome && outcome.redirectsTo !== undefined;
      if (!redirects) this.#fail(url, nameOutcome(outcome));
      return undefined;
    }
    if (!isHtml(answer)) return undefined;
    const html = this.#options.client.effort.spend(decodeText(answer));
    const page = readPage(html, { url, status: answer.status, depth }, this.#pool);
    const { links, headings, text, labels = [], codeWords = [] } = page;
    for (const items of [links, headings, text, labels, codeWords])
      this.#itemBytes += ITEM_BYTES * items.length;
    const { jsonLd, microdata, meta, feeds, telephoneLinks } = page;
    this.#itemBytes += bytesOf([jsonLd, microdata, meta, feeds, telephoneLinks]);
    return page;
  }

  #fail(url: string, outcome: string) {
    if (this.failures.length < MAX_FAILURES) this.failures.push({ url, outcome });
  }
}

/** Roughly what values of JSON take in memory. */
function bytesOf(...waiting: unknown[]): number {
  let bytes = 0;
  while (waiting.length > 0) {
    const value = waiting.pop();
    bytes += ITEM_BYTES;
    if (typeof value === "string") bytes += value.length;
    if (typeof value === "object")
      for (const part of Object.values(value ?? {})) waiting.push(part);
  }
  return bytes;
}
