import { decodeText } from "../../platform/outbound/decodeText.ts";
import { isBotWall, type OutboundResponse } from "../../platform/outbound/request.ts";
import { collectHead, PREVIEWS, refreshTarget, upgrades } from "./collectHead.ts";
import { collectLinks } from "./collectLinks.ts";
import { CapturedText, collectHeadings, collectText } from "./collectText.ts";
import { Cut } from "./element.ts";
import { contentType, isHtml, linksIn, XHTML } from "./outcome.ts";
import { detached, isReadable, type Page } from "./page.ts";
import { type Collector, readElements } from "./readElements.ts";

interface PageAddress {
  url: string;
  status: number;
  isStart?: boolean;
  /** It is served as XHTML. */
  isXml?: boolean;
  /** Its header `Content-Security-Policy` asks to load everything by https. */
  isUpgraded?: boolean;
}

/**
 * Reads an HTML page in one pass, in time linear to its length. Never throws. The result is bounded and holds no other
 * part of the HTML in memory.
 */
export function readPage(
  html: string,
  { isStart = false, isXml = false, isUpgraded = false, ...at }: PageAddress,
): Page {
  const cut = new Cut();
  const captured = new CapturedText(cut);
  const heads = collectHead(captured, cut);
  const headings = collectHeadings(captured, cut);
  const links = collectLinks(captured, cut);
  const structured = collectJsonLd(cut);
  const texts = collectText(cut);
  const collectors = [heads, headings, links, structured, texts, captured];
  readElements(html, collectors, { cut, isXml });

  const { base: written, refresh, asksToUpgrade, ...head } = heads.head;
  const base = absolute(written, at.url) ?? at.url;
  const target = absolute(refresh, base);
  const urlsOf = (addresses: Iterable<string>) =>
    [...addresses].flatMap((address) => absolute(address, base) ?? []);
  return {
    ...{ ...at, ...head, isStart },
    title: head.title || undefined,
    refreshesTo: target !== absolute(at.url, base) ? target : undefined,
    links: links.resolve(base, isUpgraded || asksToUpgrade),
    headings: headings.headings,
    text: texts.blocks,
    ...{ labels: [...texts.labels], codeWords: [...texts.codeWords] },
    ...structured.data,
    meta: { ...head.meta },
    canonical: absolute(head.canonical, base),
    preview: absolute(PREVIEWS.map((name) => head.meta[name]?.trim()).find(Boolean), base),
    loads: urlsOf(head.loads),
    imagesWithoutAlt: head.imagesWithoutAlt.map((image) => nameImage(image, base)),
    feeds: urlsOf(head.feeds),
    cut: cut.reasons,
  };
}

/** The HTML page of an answer; undefined if it is no HTML. */
export function pageOf(answer: OutboundResponse, isStart = false): Page | undefined {
  if (!isHtml(answer)) return undefined;
  const { url, status } = answer;
  const isXml = contentType(answer) === XHTML;
  const isUpgraded = upgrades(answer.headers["content-security-policy"]);
  const page = readPage(decodeText(answer), { url, status, isStart, isXml, isUpgraded });
  const canonical = page.canonical ?? linksIn(answer, "canonical")[0];
  return { ...page, canonical, refreshesTo: refreshOfHeader(answer) ?? page.refreshesTo };
}

/** Browsers follow the header `Refresh` as they follow the meta element (HTML standard, 7.4.6.2). */
function refreshOfHeader({ url, headers }: OutboundResponse): string | undefined {
  const target = absolute(refreshTarget(headers["refresh"] ?? ""), url);
  return target === absolute(url, url) ? undefined : target;
}

function absolute(address: string | undefined, base: string): string | undefined {
  const url = address === undefined ? null : URL.parse(address, base);
  if (url?.protocol !== "http:" && url?.protocol !== "https:") return undefined;
  url.hash = "";
  return url.href;
}

/** An image's address; for an inline image, its type alone. */
function nameImage(address: string, base: string): string {
  return absolute(address, base) ?? detached(address.split(/[;,]/, 1)[0] ?? "");
}

/**
 * The page to which an answer refreshes at once, like a redirect, or undefined. The start page of a site
 * in several languages is often such a page.
 */
export function findRefresh(answer: OutboundResponse): string | undefined {
  const page = isBotWall(answer) ? undefined : pageOf(answer);
  return page && isReadable(page) ? page.refreshesTo : undefined;
}

/** Collects the page's `application/ld+json` blocks; invalid JSON is left out. */
function collectJsonLd(cut: Cut): Collector & { data: Pick<Page, "jsonLd" | "brokenJsonLd"> } {
  const data = { jsonLd: [] as unknown[], brokenJsonLd: 0 };
  let current: string | undefined;
  let length = 0;
  return {
    data,
    open({ name }, attributes) {
      if (name !== "script") return;
      const type = attributes.get("type")?.split(";")[0]?.trim().toLowerCase();
      current = type === "application/ld+json" ? "" : undefined;
    },
    text(text) {
      if (current === undefined) return;
      length += text.length;
      current = cut.isFull("JSON-LD", length) ? undefined : current + text;
    },
    close({ name }) {
      if (name !== "script" || current === undefined) return;
      const json = unwrapped(current);
      current = undefined;
      if (json === "") return;
      try {
        data.jsonLd.push(JSON.parse(json));
      } catch {
        data.brokenJsonLd += 1;
      }
    },
  };
}

/** Some pages wrap the block in an HTML comment or a CDATA section. */
function unwrapped(text: string): string {
  return text
    .trim()
    .replace(/^(?:\/\/)?\s*(?:<!--|<!\[CDATA\[)/, "")
    .replace(/(?:\/\/)?(?:-->|\]\]>)$/, "")
    .trim();
}
