import { decodeText, OutboundError } from "../../../../shared/outbound/index.ts";
import { describeOutcome } from "../../../../shared/pages/outcome.ts";
import type { Answer, PoliteClient } from "../../../../shared/pages/politeClient.ts";
import { readPage } from "../../../../shared/pages/readPage.ts";
import type { Crawl } from "../../crawl/crawl.ts";
import { isHtml } from "../../crawl/visits.ts";
import { judge, UNCHECKED, type Verdict } from "../../verdict.ts";
import type { SoftNotFound } from "./softNotFound.ts";

const MAX_BYTES = 64 * 1024;
const MAX_PAGE_BYTES = 2 * 1024 * 1024;
const MAX_REDIRECTS = 10;
const TIMEOUTS_PER_HOST = 3;

export interface CheckOptions {
  client: PoliteClient;
  deadline: number;
  softNotFound?: SoftNotFound;
}

/** Requests what the crawl has not; hosts that only time out are asked a few times, not always. */
export class TargetChecker {
  readonly #crawl: Crawl;
  readonly #options: CheckOptions;
  readonly #checks = new Map<string, Promise<Verdict>>();
  readonly #timeouts = new Map<string, number>();

  constructor(crawl: Crawl, options: CheckOptions) {
    this.#crawl = crawl;
    this.#options = options;
  }

  /** The verdict on a URL that visitors are led to, or not; addresses of the same thing are requested once. */
  check(url: string, isVisited: boolean): Promise<Verdict> {
    const key = this.#crawl.site.key(url);
    const check = this.#checks.get(key) ?? this.#check(url, isVisited);
    this.#checks.set(key, check);
    return check;
  }

  async #check(url: string, isVisited: boolean): Promise<Verdict> {
    const { site, robots } = this.#crawl;
    const { username, password, host } = new URL(url);
    const internal = site.includes(url);
    if (username || password) return { verdict: "inconclusive", reason: "credentials" };
    if (internal && !robots.allows(url)) return { verdict: "inconclusive", reason: "robots" };
    if ((this.#timeouts.get(host) ?? 0) >= TIMEOUTS_PER_HOST) return UNCHECKED;
    if (internal && isVisited && this.#options.softNotFound) return await this.#read(url);

    const head = await this.#request(url, { method: "HEAD", maxBytes: 0 });
    if (!head) return UNCHECKED;
    const first = judge(describeOutcome(head));
    if (first.verdict === "ok" || isFinal(head)) return first;
    const get = await this.#request(url, { method: "GET", maxBytes: MAX_BYTES });
    return get ? judge(describeOutcome(get)) : first;
  }

  /** Looks at the page itself, on a site that answers 200 for pages that are not there. */
  async #read(url: string): Promise<Verdict> {
    const answer = await this.#request(url, { method: "GET", maxBytes: MAX_PAGE_BYTES });
    if (!answer) return UNCHECKED;
    const verdict = judge(describeOutcome(answer));
    if (verdict.verdict !== "ok" || answer instanceof OutboundError || !isHtml(answer)) {
      return verdict;
    }
    const page = readPage(decodeText(answer), { url: answer.url, status: answer.status, depth: 0 });
    const isSoft = this.#options.softNotFound?.matches(page);
    return isSoft ? { verdict: "broken", reason: "soft 404" } : verdict;
  }

  async #request(url: string, request: { method: "HEAD" | "GET"; maxBytes: number }) {
    const { client, deadline } = this.#options;
    const answer = await client.request(url, { ...request, maxRedirects: MAX_REDIRECTS, deadline });
    const { host } = new URL(url);
    this.#timeouts.set(host, isTimeout(answer) ? (this.#timeouts.get(host) ?? 0) + 1 : 0);
    return answer;
  }
}

/** A timeout would only time out again, and a host that has had enough is not asked again. */
function isFinal(answer: Answer) {
  return isTimeout(answer) || (!(answer instanceof OutboundError) && answer?.status === 429);
}

function isTimeout(answer: Answer) {
  return answer instanceof OutboundError && answer.failure === "timeout";
}
