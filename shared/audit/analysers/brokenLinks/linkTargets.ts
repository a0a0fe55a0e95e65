import { createHash } from "node:crypto";
import { isPrivateHost } from "../../../platform/outbound/destination.ts";
import { OutboundError } from "../../../platform/outbound/failure.ts";
import type { Crawl } from "../../crawl/crawl.ts";
import type { Site } from "../../crawl/site.ts";
import {
  beginsAsHtml,
  describeOutcome,
  isBinary,
  isHtml,
  judgeLink,
  type Verdict,
} from "../../pages/outcome.ts";
import { type LinkKind, leadsVisitors, type Page, type PageLink } from "../../pages/page.ts";
import { type Answer, MAX_PAGE_BYTES, type RequestTools } from "../../pages/politeClient.ts";
import { pageOf } from "../../pages/readPage.ts";

/** The most pages of a target to keep. */
const PAGES_PER_TARGET = 5;
/** The memory of a target in addition to its texts. */
const TARGET_BYTES = 200;

const FILES: ReadonlySet<LinkKind> = new Set(["img", "icon", "script", "stylesheet"]);

/** A target of at least one link. */
export interface LinkTarget {
  /** Addresses of the same target have the same key. */
  key: string;
  /** As in the first link; if `valid` is false, the text that is no URL. */
  url: string;
  valid: boolean;
  /** The text of the first link that has one. */
  text?: string;
  /** Whether a link leads visitors there. An image or a script does not. */
  visited: boolean;
  /** Whether a page shows it as an image. */
  isImage: boolean;
  /** Whether it is an image, an icon, a script or a style sheet, so that it can't be a page. */
  isFile: boolean;
  /** Some of the pages that link there. `pageCount` counts all. */
  pages: string[];
  pageCount: number;
}

/** Every distinct target of the pages' links, in the order of the pages. */
export class LinkTargets {
  bytes = 0;
  readonly #targets = new Map<string, LinkTarget>();
  add(page: Page, site: Site) {
    const onPage = new Set<LinkTarget>();
    for (const link of page.links) onPage.add(this.#targetOf(link, site));
    if (page.isStart && page.preview) {
      onPage.add(this.#targetOf({ url: page.preview, kind: "img", valid: true }, site));
    }
    for (const target of onPage) {
      target.pageCount += 1;
      if (target.pages.length < PAGES_PER_TARGET) target.pages.push(page.url);
    }
  }

  #targetOf({ url, kind, text, valid }: PageLink, site: Site): LinkTarget {
    const key = valid ? site.key(url) : url;
    const existing = this.#targets.get(key);
    const unused = { visited: false, isImage: false, isFile: false, pages: [], pageCount: 0 };
    const target = existing ?? { key, url, valid, ...unused };
    if (leadsVisitors(kind)) target.visited = true;
    if (kind === "img") target.isImage = true;
    if (FILES.has(kind)) target.isFile = true;
    if (text && !target.text) {
      target.text = text;
      this.bytes += text.length;
    }
    if (existing) return existing;
    this.#targets.set(key, target);
    this.bytes += key.length + url.length + TARGET_BYTES;
    return target;
  }

  get all(): LinkTarget[] {
    return [...this.#targets.values()];
  }
}

/** 66 bits of SHA-256, so that a record has room for thousands. */
export function digest(key: string): string {
  return createHash("sha256").update(key).digest("base64url").slice(0, 11);
}

const MAX_BYTES = 64 * 1024;
/** The most redirects to follow, whether the crawl has seen them or not. */
const MAX_REDIRECTS = 10;
const TIMEOUTS_PER_HOST = 3;

/** Requests the targets that the crawl has not requested. Gives up a host that keeps timing out. */
export class TargetChecker {
  readonly #crawl: Crawl;
  readonly #options: RequestTools;
  readonly #checks = new Map<string, Promise<Verdict>>();
  readonly #timeouts = new Map<string, number>();

  constructor(crawl: Crawl, options: RequestTools) {
    this.#crawl = crawl;
    this.#options = options;
  }

  /** The verdict on a URL to which a target leads. Addresses with the same key are requested once. */
  check(url: string, target: LinkTarget): Promise<Verdict> {
    const key = this.#crawl.site.key(url);
    const check = this.#checks.get(key) ?? this.#check(url, target);
    this.#checks.set(key, check);
    return check;
  }

  async #check(url: string, { visited, isFile, isImage }: LinkTarget): Promise<Verdict> {
    const file = isImage ? "image" : isFile ? "text" : undefined;
    const { site, robots, softNotFound } = this.#crawl;
    const { username, password, host, hostname } = new URL(url);
    const internal = site.includes(url);
    // A developer forgot it there; it only works on the developer's machine.
    if (isPrivateHost(hostname)) return { verdict: "broken", reason: "private_address" };
    if (username || password) return unchecked("credentials");
    if (internal && !robots.allows(url)) return unchecked("robots_txt");
    if ((this.#timeouts.get(host) ?? 0) >= TIMEOUTS_PER_HOST) return unchecked("host_times_out");
    if (internal && visited && softNotFound) return await this.#read(url);

    const head = await this.#request(url, { method: "HEAD", maxBytes: 0 });
    if (!head) return unchecked("deadline");
    const first = this.#judgeEnd(head, { file });
    // Many servers answer HEAD incorrectly. A host that asks for fewer requests gets no second one.
    const isBusy = !(head instanceof OutboundError) && head.status === 429;
    if (first.verdict === "ok" || first.verdict === "unchecked" || isBusy) return first;
    const get = await this.#request(url, { method: "GET", maxBytes: MAX_BYTES });
    return get ? this.#judgeEnd(get, { file, isRead: true }) : unchecked("deadline");
  }

  /** Reads the page, because the site answers 200 for pages that don't exist. */
  async #read(url: string): Promise<Verdict> {
    const answer = await this.#request(url, { method: "GET", maxBytes: MAX_PAGE_BYTES });
    if (!answer) return unchecked("deadline");
    const verdict = this.#judgeEnd(answer);
    if (verdict.verdict !== "ok" || answer instanceof OutboundError) return verdict;
    const page = pageOf(answer);
    const isSoft = page && this.#crawl.softNotFound?.matches(page);
    return isSoft ? { verdict: "broken", reason: "soft_404" } : verdict;
  }

  /**
   * Judges the last answer. Browsers show no page as an image, but other hosts may answer robots with a page. The
   * content type alone does not decide, because many programs send files as HTML, and browsers look at the content.
   */
  #judgeEnd(
    answer: NonNullable<Answer>,
    { file, isRead = false }: { file?: "image" | "text" | undefined; isRead?: boolean } = {},
  ): Verdict {
    const outcome = describeOutcome(answer);
    const isOwn = this.#crawl.site.includes(answer.url);
    const verdict = judgeLink(outcome, { isOwn });
    if (!file || verdict.verdict !== "ok" || !("status" in answer) || !isHtml(answer))
      return verdict;
    if (isRead && (file === "image" ? isBinary(answer) : !beginsAsHtml(answer))) return verdict;
    return { verdict: isOwn ? "broken" : "inconclusive", reason: "html_page" };
  }

  async #request(url: string, request: { method: "HEAD" | "GET"; maxBytes: number }) {
    const { client, deadline } = this.#options;
    const answer = await client.request(url, {
      ...request,
      maxRedirects: MAX_REDIRECTS,
      deadline,
    });
    const { host } = new URL(url);
    this.#timeouts.set(host, isTimeout(answer) ? (this.#timeouts.get(host) ?? 0) + 1 : 0);
    return answer;
  }
}

function isTimeout(answer: Answer) {
  return answer instanceof OutboundError && answer.failure === "timeout";
}

/** Why a link was not requested. */
type UncheckedReason = "deadline" | "link_limit" | "robots_txt" | "credentials" | "host_times_out";

export function unchecked(reason: UncheckedReason): Verdict {
  return { verdict: "unchecked", reason };
}

/** A verdict of the crawl, or the URL that is still to be requested. */
type CrawlVerdict = { verdict: Verdict } | { request: string };

/**
 * Follows the redirects that the crawl has seen. An address that redirects in a circle is requested again, because a
 * cookie may end the circle.
 */
export function verdictOfCrawl({ site, outcomes }: Crawl, address: string): CrawlVerdict {
  const passed = new Set<string>();
  let url = address;
  while (passed.size <= MAX_REDIRECTS) {
    const key = site.key(url);
    if (passed.has(key)) return { request: address };
    passed.add(key);
    const outcome = outcomes.get(key);
    if (!outcome) return { request: url };
    const next = "status" in outcome ? outcome.redirectsTo : undefined;
    if (next === undefined) return { verdict: judgeLink(outcome) };
    url = next;
  }
  return broken("redirect_loop");
}

/** The verdict on a broken link. */
export function broken(reason: string): { verdict: Verdict } {
  return { verdict: { verdict: "broken", reason } };
}
