import { collectHead } from "./collectHead.ts";
import { collectLinks } from "./collectLinks.ts";
import { collectJsonLd, collectMicrodata } from "./collectStructuredData.ts";
import { CapturedText, collectHeadings, collectText } from "./collectText.ts";
import type { Page } from "./page.ts";
import { readElements } from "./readElements.ts";
import { TextPool } from "./textPool.ts";

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
