import { randomUUID } from "node:crypto";
import { OutboundError } from "../../platform/outbound/failure.ts";
import { digest, isBuiltByScripts, type Page } from "../pages/page.ts";
import { MAX_PAGE_BYTES, type RequestTools } from "../pages/politeClient.ts";
import { pageOf } from "../pages/readPage.ts";
import type { Robots } from "../pages/robots.ts";
import type { Site } from "./site.ts";

const MAX_PROBE_REDIRECTS = 5;
const SHORTEST_TEXT = 10;
/** The most blocks of text of a page that are compared. */
const MAX_BLOCKS = 50;

/** A page's title, headings and first blocks of text, as digests. */
interface PageContent {
  texts: number[];
  headings: number;
}

/** The page that a site sends, with status 200, for addresses that don't exist. */
export class SoftNotFound {
  readonly #shape: PageContent;
  /** The texts that are the same in each answer, by their position. Other texts are numbers, times or addresses. */
  readonly #fixed: ReadonlyMap<number, number>;

  constructor(first: PageContent, second: PageContent) {
    this.#shape = first;
    const same = [...first.texts.entries()].filter(([place, text]) => second.texts[place] === text);
    this.#fixed = new Map(same);
  }

  /** Whether a page has the same texts, apart from those that differ between answers. */
  matches(page: Page): boolean {
    const content = contentOf(page);
    if (!hasShape(content, this.#shape)) return false;
    return [...this.#fixed].every(([place, text]) => content.texts[place] === text);
  }

  /** Whether it has a fixed text that this page lacks. Otherwise other pages may look like it. */
  differsFrom(page: Page): boolean {
    const texts = new Set(contentOf(page).texts);
    return [...this.#fixed.values()].some((text) => !texts.has(text));
  }
}

function hasShape(one: PageContent, other: PageContent): boolean {
  return one.headings === other.headings && one.texts.length === other.texts.length;
}

/**
 * Requests two addresses that don't exist, to learn whether the site answers them with a page. Returns undefined if it
 * does not, or if the page is the start page or the shell of an application, which such a site sends for every
 * address.
 */
export async function findSoftNotFound(
  crawl: { site: Site; robots: Robots },
  start: Page,
  tools: RequestTools,
): Promise<SoftNotFound | undefined> {
  const first = await probe(crawl, tools);
  const second = first && (await probe(crawl, tools));
  if (!second || !hasShape(first, second)) return undefined;
  const softNotFound = new SoftNotFound(first, second);
  return softNotFound.differsFrom(start) ? softNotFound : undefined;
}

async function probe(
  { site, robots }: { site: Site; robots: Robots },
  { client, deadline }: RequestTools,
) {
  const url = `${site.origin}/${randomUUID()}`;
  if (!robots.allows(url)) return undefined;
  const request = { maxBytes: MAX_PAGE_BYTES, maxRedirects: MAX_PROBE_REDIRECTS, deadline };
  const answer = await client.request(url, request);
  if (!answer || answer instanceof OutboundError || answer.status !== 200) return undefined;
  const page = site.includes(answer.url) ? pageOf(answer) : undefined;
  if (!page || isBuiltByScripts(page) || textsOf(page).join("").length < SHORTEST_TEXT)
    return undefined;
  return contentOf(page, [url]);
}

/** The content of a page without its own address, so that every "Nothing found at /abc" is the same. */
function contentOf(page: Page, requested: string[] = []): PageContent {
  const own = [...requested, page.url].flatMap((url) => {
    const { href, pathname } = new URL(url);
    return [href, pathname, pathname.split("/").filter(Boolean).at(-1) ?? ""];
  });
  const addresses = own.filter((address) => address.length > 1);
  const texts = textsOf(page)
    .slice(0, 1 + page.headings.length + MAX_BLOCKS)
    .map((text) => addresses.reduce((rest, address) => rest.replaceAll(address, ""), text));
  return { texts: texts.map(digest), headings: page.headings.length };
}

function textsOf({ title = "", headings, text }: Page): string[] {
  const own = headings.map((heading) => heading.text);
  return [title, ...own, ...text];
}
