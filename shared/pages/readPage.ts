import { CapturedText } from "./capturedText.ts";
import { collectHead } from "./collectHead.ts";
import { collectHeadings } from "./collectHeadings.ts";
import { collectJsonLd } from "./collectJsonLd.ts";
import { collectLinks } from "./collectLinks.ts";
import { collectMicrodata } from "./collectMicrodata.ts";
import { collectText } from "./collectText.ts";
import { readElements } from "./openElements.ts";
import type { Page } from "./page.ts";
import { TextPool } from "./textPool.ts";

/**
 * Reads an HTML page in one pass and never throws. What it gives is bounded and shares no memory
 * with the page's text (with other pages of the same pool, what is the same); time is linear to the page's length, whatever is in it.
 */
export function readPage(
  html: string,
  at: { url: string; status: number; depth: number },
  pool = new TextPool(),
): Page {
  const captured = new CapturedText();
  const { head, ...headCollector } = collectHead(captured);
  const { headings, ...headingCollector } = collectHeadings(captured);
  const { resolve, ...linkCollector } = collectLinks(captured, pool);
  const { items, ...microdataCollector } = collectMicrodata(captured);
  const { blocks: jsonLd, ...jsonLdCollector } = collectJsonLd();
  const { blocks: text, ...textCollector } = collectText(pool);
  readElements(html, [
    headCollector,
    headingCollector,
    linkCollector,
    microdataCollector,
    jsonLdCollector,
    textCollector,
    captured,
  ]);

  const { title, lang, viewport, meta, feeds, telephoneLinks } = head;
  const base = (head.base && absolute(head.base, at.url)) || at.url;
  return {
    ...at,
    ...(title && { title }),
    ...(lang && { lang }),
    links: resolve(base),
    headings,
    ...(viewport !== undefined && { viewport }),
    text,
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
