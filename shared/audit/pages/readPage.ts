import { decodeText } from "../../platform/outbound/decodeText.ts";
import { isBotWall, type OutboundResponse } from "../../platform/outbound/request.ts";
import { collectHead, PREVIEWS, refreshTarget, upgrades } from "./collectHead.ts";
import { collectLinks } from "./collectLinks.ts";
import { CapturedText, collectHeadings, collectText } from "./collectText.ts";
import { Cut } from "./element.ts";
import { contentType, isHtml, linksIn, XHTML } from "./outcome.ts";
import { detached, type Page } from "./page.ts";
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
  const { head, ...headCollector } = collectHead(captured, cut);
  const { headings, ...headingCollector } = collectHeadings(captured, cut);
  const { resolve, ...linkCollector } = collectLinks(captured, cut);
  const { jsonLd: structured, ...jsonLdCollector } = collectJsonLd(cut);
  const { blocks: text, labels, codeWords, ...textCollector } = collectText(cut);
  const collectors = [
    headCollector,
    headingCollector,
    linkCollector,
    jsonLdCollector,
    textCollector,
    captured,
  ];
  readElements(html, collectors, { cut, isXml });

  const { title, lang, viewport, refresh, meta, feeds, telephoneLinks } = head;
  const base = (head.base && absolute(head.base, at.url)) || at.url;
  const target = refresh !== undefined ? absolute(refresh, base) : undefined;
  const refreshesTo = target !== absolute(at.url, base) ? target : undefined;
  const canonical = head.canonical && absolute(head.canonical, base);
  const shared = PREVIEWS.map((name) => head.meta[name]?.trim()).find(Boolean);
  const preview = shared && absolute(shared, base);
  const urlsOf = (addresses: Iterable<string>) =>
    [...addresses].flatMap((address) => absolute(address, base) ?? []);
  const loads = urlsOf(head.loads);
  const images = head.imagesWithoutAlt.map((image) => nameImage(image, base));
  const links = resolve(base, isUpgraded || head.isUpgraded);
  return {
    ...{ ...at, isStart },
    ...(title && { title }),
    ...(lang && { lang }),
    ...(refreshesTo && { refreshesTo }),
    links,
    headings,
    ...(viewport !== undefined && { viewport }),
    text,
    ...(labels.size > 0 && { labels: [...labels] }),
    ...(codeWords.size > 0 && { codeWords: [...codeWords] }),
    jsonLd: structured.blocks,
    ...(structured.broken > 0 && { brokenJsonLd: structured.broken }),
    meta: { ...meta },
    ...(canonical && { canonical }),
    ...(head.mailLinks.length > 0 && { mailLinks: head.mailLinks }),
    ...(head.hasIcon && { hasIcon: true }),
    ...(preview && { preview }),
    ...(loads.length > 0 && { loads }),
    ...(head.hasScripts && { hasScripts: true }),
    ...(images.length > 0 && { imagesWithoutAlt: images }),
    feeds: urlsOf(feeds),
    telephoneLinks,
    ...(cut.reasons.length > 0 && { cut: cut.reasons }),
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
  const refreshesTo = refreshOfHeader(answer) ?? page.refreshesTo;
  return { ...page, ...(canonical && { canonical }), ...(refreshesTo && { refreshesTo }) };
}

/** Browsers follow the header `Refresh` as they follow the meta element (HTML standard, 7.4.6.2). */
function refreshOfHeader({ url, headers }: OutboundResponse): string | undefined {
  const target = absolute(refreshTarget(headers["refresh"] ?? "") ?? "", url);
  return target === absolute(url, url) ? undefined : target;
}

function absolute(address: string, base: string) {
  const url = URL.parse(address, base);
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
  const { status, headers } = answer;
  if (status < 200 || status >= 300 || isBotWall(answer) || !isHtml(answer)) return undefined;
  const html = decodeText(answer);
  // Parses only pages that may have a refresh.
  const mayHave = /http-equiv[^<>]{1,20}refresh/i.test(html);
  return mayHave || headers["refresh"] ? pageOf(answer)?.refreshesTo : undefined;
}

/** Collects the page's `application/ld+json` blocks; invalid JSON is left out. */
function collectJsonLd(cut: Cut): Collector & { jsonLd: { blocks: unknown[]; broken: number } } {
  const jsonLd = { blocks: [] as unknown[], broken: 0 };
  let current: string | undefined;
  let length = 0;
  return {
    jsonLd,
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
        jsonLd.blocks.push(JSON.parse(json));
      } catch {
        jsonLd.broken += 1;
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
