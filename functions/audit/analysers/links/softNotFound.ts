import { randomUUID } from "node:crypto";
import { decodeText, OutboundError } from "../../../../shared/outbound/index.ts";
import { isHtml } from "../../../../shared/pages/outcome.ts";
import type { Page } from "../../../../shared/pages/page.ts";
import type { PoliteClient } from "../../../../shared/pages/politeClient.ts";
import { readPage } from "../../../../shared/pages/readPage.ts";
import type { Crawl } from "../../crawl/crawl.ts";
import { MAX_PAGE_BYTES } from "../../crawl/site.ts";
import { digest } from "./state.ts";

const MAX_PROBE_REDIRECTS = 5;
const SHORTEST_TEXT = 10;

/** Knows the page that a site gives, with status 200, for addresses where nothing is. */
export interface SoftNotFound {
  /** Whether it is a page of this content (`digestContent`). */
  is(content: string): boolean;
}

/**
 * Asks for two addresses that can't exist. If both give the same page it is the site's "not found",
 * unless it is the start page's (`start`, its digest): a site that runs in the browser gives that for every address.
 */
export async function findSoftNotFound(
  crawl: Crawl,
  start: string | undefined,
  options: { client: PoliteClient; deadline: number },
): Promise<SoftNotFound | undefined> {
  if (start === undefined) return undefined;
  const first = await probe(crawl, options);
  if (!first || first === start) return undefined;
  if (first !== (await probe(crawl, options))) return undefined;
  return { is: (content) => content === first };
}

async function probe(
  { site, robots }: Crawl,
  { client, deadline }: { client: PoliteClient; deadline: number },
) {
  const asked = `${site.origin}/${randomUUID()}`;
  if (!robots.allows(asked)) return undefined;
  const request = { maxBytes: MAX_PAGE_BYTES, maxRedirects: MAX_PROBE_REDIRECTS, deadline };
  const answer = await client.request(asked, request);
  if (!answer || answer instanceof OutboundError || answer.status !== 200) return undefined;
  if (!isHtml(answer) || !site.includes(answer.url)) return undefined;
  const html = client.effort.spend(decodeText(answer));
  const page = readPage(html, { url: answer.url, status: 200, depth: 0 });
  const content = contentOf(page, [asked, answer.url]);
  return content.length >= SHORTEST_TEXT ? digest(content) : undefined;
}

/** What a page says, so short that that of all pages can be kept; for `SoftNotFound`. */
export function digestContent(page: Page): string {
  return digest(contentOf(page, [page.url]));
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
