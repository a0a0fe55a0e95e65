import { decodeText, isBotWall, type OutboundResponse } from "../../../shared/outbound/index.ts";
import { collectHead } from "./collectHead.ts";
import { collectLinks } from "./collectLinks.ts";
import { collectJsonLd, collectMicrodata } from "./collectStructuredData.ts";
import { CapturedText, collectHeadings, collectText } from "./collectText.ts";
import type { Effort } from "./effort.ts";
import { isHtml } from "./outcome.ts";
import type { Page } from "./page.ts";
import { TextPool } from "./page.ts";
import { readElements } from "./readElements.ts";

/**
 * Reads an HTML page in one pass, in time linear to its length, and never throws. What it gives is
 * bounded and keeps nothing of the page's text in memory.
 */
export function readPage(html: string, at: { url: string; status: number; depth: number }): Page {
  const pool = new TextPool();
  const captured = new CapturedText();
  const { head, ...headCollector } = collectHead(captured);
  const { headings, ...headingCollector } = collectHeadings(captured);
  const { resolve, ...linkCollector } = collectLinks(captured, pool);
  const { items, ...microdataCollector } = collectMicrodata(captured);
  const { blocks: jsonLd, ...jsonLdCollector } = collectJsonLd();
  const { blocks: text, labels, codeWords, ...textCollector } = collectText(pool);
  readElements(html, [
    headCollector,
    headingCollector,
    linkCollector,
    microdataCollector,
    jsonLdCollector,
    textCollector,
    captured,
  ]);

  const { title, lang, viewport, refresh, meta, feeds, telephoneLinks } = head;
  const base = (head.base && absolute(head.base, at.url)) || at.url;
  const target = refresh && absolute(refresh, base);
  const refreshesTo = target !== absolute(at.url, base) ? target : undefined;
  return {
    ...at,
    ...(title && { title }),
    ...(lang && { lang }),
    ...(refreshesTo && { refreshesTo }),
    links: resolve(base),
    headings,
    ...(viewport !== undefined && { viewport }),
    text,
    ...(labels.size > 0 && { labels: [...labels] }),
    ...(codeWords.size > 0 && { codeWords: [...codeWords] }),
    jsonLd,
    ...(items.length > 0 && { microdata: items }),
    meta: { ...meta },
    feeds: feeds.flatMap((feed) => absolute(feed, base) ?? []),
    telephoneLinks,
  };
}

function absolute(address: string, base: string) {
  const url = URL.parse(address, base);
  if (url?.protocol !== "http:" && url?.protocol !== "https:") return undefined;
  url.hash = "";
  return url.href;
}

/**
 * Where a page leads its visitors at once, as a redirect does; undefined where it does not. Start pages
 * that static sites make for the first of their languages have nothing else in them. `effort`: what
 * reading it is held against.
 */
export function findRefresh(answer: OutboundResponse, effort: Effort): string | undefined {
  const { url, status, headers } = answer;
  if (status < 200 || status >= 300 || isBotWall(headers) || !isHtml(answer)) return undefined;
  const html = decodeText(answer);
  // Few pages have one: the others are not read twice.
  if (!/http-equiv[^<>]{1,20}refresh/i.test(html) || effort.isUsedUp) return undefined;
  return readPage(effort.spend(html), { url, status, depth: 0 }).refreshesTo;
}
