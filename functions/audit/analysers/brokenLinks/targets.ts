import { createHash, randomUUID } from "node:crypto";
import { OutboundError } from "../../../../shared/outbound/index.ts";
import type { Crawl } from "../../crawl/crawl.ts";
import type { Site } from "../../crawl/site.ts";
import { MAX_PAGE_BYTES } from "../../limits.ts";
import { type LinkKind, leadsVisitors, type Page, type PageLink } from "../../pages/page.ts";
import type { RequestTools } from "../../pages/politeClient.ts";
import { pageOf } from "../../pages/readPage.ts";

/** The most pages that are kept for a target. */
export const PAGES_PER_TARGET = 5;
/** The memory that a target, and a page, takes besides its texts. */
const TARGET_BYTES = 200;
const PAGE_BYTES = 100;
const MAX_PROBE_REDIRECTS = 5;
const SHORTEST_TEXT = 10;

const IMAGES: ReadonlySet<LinkKind> = new Set(["img", "srcset"]);

/** Something that at least one page links to. */
export interface LinkTarget {
  /** Addresses of the same target have the same key. */
  key: string;
  /** As the first link has it; if `valid` is false, the text that is no URL. */
  url: string;
  valid: boolean;
  /** What the first link with a text says. */
  text?: string;
  /** Whether a link leads a visitor there, as opposed to an image or a script. */
  visited: boolean;
  /** Whether it is shown as an image. */
  isImage: boolean;
  /** Some of the pages that link there; `pageCount` counts all. */
  pages: string[];
  pageCount: number;
}

/** Every distinct target of the pages' links, in the order in which they were found. */
export class LinkTargets {
  bytes = 0;
  readonly #targets = new Map<string, LinkTarget>();
  /** Digests of what the pages say, by `site.key`. */
  readonly #contents = new Map<string, string>();
  /** What the start page says. */
  start: string | undefined;

  add(page: Page, site: Site) {
    const content = digestContent(page);
    this.#contents.set(site.key(page.url), content);
    this.bytes += PAGE_BYTES;
    if (page.depth === 0) this.start ??= content;
    const onPage = new Set<LinkTarget>();
    for (const link of page.links) onPage.add(this.#targetOf(link, site));
    if (page.depth === 0 && page.preview) {
      onPage.add(this.#targetOf({ url: page.preview, kind: "img", valid: true }, site));
    }
    for (const target of onPage) {
      target.pageCount += 1;
      if (target.pages.length < PAGES_PER_TARGET) target.pages.push(page.url);
    }
  }

  #targetOf({ url, kind, text, valid }: PageLink, site: Site): LinkTarget {
    const key = valid ? site.key(url) : url;
    const known = this.#targets.get(key);
    const unused = { visited: false, isImage: false, pages: [], pageCount: 0 };
    const target = known ?? { key, url, valid, ...unused };
    if (leadsVisitors(kind)) target.visited = true;
    if (IMAGES.has(kind)) target.isImage = true;
    if (text && !target.text) {
      target.text = text;
      this.bytes += text.length;
    }
    if (known) return known;
    this.#targets.set(key, target);
    this.bytes += key.length + url.length + TARGET_BYTES;
    return target;
  }

  get all(): LinkTarget[] {
    return [...this.#targets.values()];
  }

  /** The keys of the pages that are soft 404s: those with this digest. */
  findSoft(softNotFound: string | undefined): Set<string> {
    const soft = [...this.#contents].filter(([, content]) => content === softNotFound);
    return new Set(soft.map(([key]) => key));
  }
}

/**
 * The digest of the page that a site sends, with status 200, for addresses that don't exist: two of these
 * answer with it. It is not the start page (`start`, its digest), which a site that runs in the browser sends
 * for every address.
 */
export async function findSoftNotFound(
  crawl: Crawl,
  start: string | undefined,
  options: RequestTools,
): Promise<string | undefined> {
  if (start === undefined) return undefined;
  const first = await probe(crawl, options);
  if (!first || first === start) return undefined;
  return first === (await probe(crawl, options)) ? first : undefined;
}

async function probe({ site, robots }: Crawl, { client, deadline }: RequestTools) {
  const asked = `${site.origin}/${randomUUID()}`;
  if (!robots.allows(asked)) return undefined;
  const request = { maxBytes: MAX_PAGE_BYTES, maxRedirects: MAX_PROBE_REDIRECTS, deadline };
  const answer = await client.request(asked, request);
  if (!answer || answer instanceof OutboundError || answer.status !== 200) return undefined;
  const page = site.includes(answer.url) ? pageOf(answer, client.effort) : undefined;
  if (!page) return undefined;
  const content = contentOf(page, [asked, answer.url]);
  return content.length >= SHORTEST_TEXT ? digest(content) : undefined;
}

/** A digest of what a page says. */
export function digestContent(page: Page): string {
  return digest(contentOf(page, [page.url]));
}

/** What a page says without its own address, so that every "Nothing found at /abc" is the same. */
function contentOf({ title = "", headings, text }: Page, urls: string[]) {
  const content = [title, ...headings.map((heading) => heading.text), ...text].join("\n");
  const own = urls.flatMap((url) => {
    const { href, pathname } = new URL(url);
    return [href, pathname, pathname.split("/").filter(Boolean).at(-1) ?? ""];
  });
  return own
    .filter((address) => address.length > 1)
    .reduce((rest, address) => rest.replaceAll(address, ""), content);
}

/** 66 bits of SHA-256: short enough to keep thousands of them in one record. */
export function digest(key: string): string {
  return createHash("sha256").update(key).digest("base64url").slice(0, 11);
}
