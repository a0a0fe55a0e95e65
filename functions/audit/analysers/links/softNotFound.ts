import { randomUUID } from "node:crypto";
import { decodeText, OutboundError } from "../../../../shared/outbound/index.ts";
import type { Page } from "../../../../shared/pages/page.ts";
import type { PoliteClient } from "../../../../shared/pages/politeClient.ts";
import { readPage } from "../../../../shared/pages/readPage.ts";
import type { Crawl } from "../../crawl/crawl.ts";
import { isHtml } from "../../crawl/visits.ts";

const MAX_BYTES = 2 * 1024 * 1024;
const MAX_REDIRECTS = 5;
const SHORTEST_TEXT = 10;

/** Knows the page that a site gives, with status 200, for addresses where nothing is. */
export interface SoftNotFound {
  matches(page: Page): boolean;
}

/**
 * Asks for two addresses that can't exist. If both give the same page it is the site's "not found",
 * unless it is the start page: a site that runs in the browser gives that for every address.
 */
export async function findSoftNotFound(
  crawl: Crawl,
  options: { client: PoliteClient; deadline: number },
): Promise<SoftNotFound | undefined> {
  const start = crawl.pages.find(({ depth }) => depth === 0);
  if (!start) return undefined;
  const first = await probe(crawl, options);
  if (!first || first === contentOf(start, [start.url])) return undefined;
  if (first !== (await probe(crawl, options))) return undefined;
  return { matches: (page) => contentOf(page, [page.url]) === first };
}

async function probe(
  { site, robots }: Crawl,
  { client, deadline }: { client: PoliteClient; deadline: number },
) {
  const asked = `${site.origin}/${randomUUID()}`;
  if (!robots.allows(asked)) return undefined;
  const request = { maxBytes: MAX_BYTES, maxRedirects: MAX_REDIRECTS, deadline };
  const answer = await client.request(asked, request);
  if (!answer || answer instanceof OutboundError || answer.status !== 200) return undefined;
  if (!isHtml(answer) || !site.includes(answer.url)) return undefined;
  const page = readPage(decodeText(answer), { url: answer.url, status: 200, depth: 0 });
  const content = contentOf(page, [asked, answer.url]);
  return content.length >= SHORTEST_TEXT ? content : undefined;
}

/** What a page says, without its own address: "Nothing found at /abc" is the same for all. */
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
