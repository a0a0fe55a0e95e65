import { decodeText, isBotWall, type OutboundResponse } from "../../platform/outbound/index.ts";
import { collectBasics } from "./collectBasics.ts";
import { collectLinks } from "./collectLinks.ts";
import { collectJsonLd, collectMicrodata } from "./collectStructuredData.ts";
import { CapturedText, collectHeadings, collectText } from "./collectText.ts";
import { type Attributes, addressIn, Cut, isTemplate, languageTag } from "./element.ts";
import { contentType, isHtml, linksIn, XHTML } from "./outcome.ts";
import { detached, leadsVisitors, type Page, percentDecoded } from "./page.ts";
import { type Collector, readElements } from "./readElements.ts";

interface PageAddress {
  url: string;
  status: number;
  depth: number;
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
  { isXml = false, isUpgraded = false, ...at }: PageAddress,
): Page {
  const cut = new Cut();
  const captured = new CapturedText(cut);
  const { head, ...headCollector } = collectHead(captured, cut);
  const { headings, ...headingCollector } = collectHeadings(captured, cut);
  const { resolve, ...linkCollector } = collectLinks(captured, cut);
  const { basics, ...basicsCollector } = collectBasics(cut);
  const { items, ...microdataCollector } = collectMicrodata(captured, cut);
  const { jsonLd: structured, ...jsonLdCollector } = collectJsonLd(cut);
  const { blocks: text, labels, codeWords, ...textCollector } = collectText(cut);
  const collectors = [
    headCollector,
    headingCollector,
    linkCollector,
    basicsCollector,
    microdataCollector,
    jsonLdCollector,
    textCollector,
    captured,
  ];
  readElements(html, collectors, { cut, isXml });

  const { title, lang, viewport, refresh, meta, feeds, sitemaps, telephoneLinks } = head;
  const base = (head.base && absolute(head.base, at.url)) || at.url;
  const target = refresh !== undefined ? absolute(refresh, base) : undefined;
  const refreshesTo = target !== absolute(at.url, base) ? target : undefined;
  const canonical = basics.canonical && absolute(basics.canonical, base);
  const shared = PREVIEWS.map((name) => head.meta[name]?.trim()).find(Boolean);
  const preview = shared && absolute(shared, base);
  const urlsOf = (addresses: Iterable<string>) =>
    [...addresses].flatMap((address) => absolute(address, base) ?? []);
  const loads = urlsOf(basics.loads);
  const images = basics.imagesWithoutAlt.map((image) => nameImage(image, base));
  const links = resolve(base, isUpgraded || head.isUpgraded);
  const hasWords = headings.length > 0 || text.length > 0 || labels.size > 0;
  // An entrance page may have images as links, and scripts that only wait for a click.
  const isEmpty = !hasWords && !links.some(({ kind }) => leadsVisitors(kind));
  const moved = isEmpty ? scriptTarget(head.script) : undefined;
  const movesTo = moved === undefined ? undefined : absolute(moved, base);
  return {
    ...at,
    ...(movesTo && movesTo !== at.url && { movesTo }),
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
    ...(items.length > 0 && { microdata: items }),
    meta: { ...meta },
    ...(canonical && { canonical }),
    ...(basics.mailLinks.length > 0 && { mailLinks: basics.mailLinks }),
    ...(basics.hasIcon && { hasIcon: true }),
    ...(preview && { preview }),
    ...(loads.length > 0 && { loads }),
    ...(basics.hasScripts && { hasScripts: true }),
    ...(images.length > 0 && { imagesWithoutAlt: images }),
    feeds: urlsOf(feeds),
    ...(sitemaps.length > 0 && { sitemaps: urlsOf(sitemaps) }),
    telephoneLinks,
    ...(cut.reasons.length > 0 && { cut: cut.reasons }),
  };
}

/** The HTML page of an answer; undefined if it is no HTML. */
export function pageOf(answer: OutboundResponse, depth = 0): Page | undefined {
  if (!isHtml(answer)) return undefined;
  const { url, status } = answer;
  const isXml = contentType(answer) === XHTML;
  const isUpgraded = upgrades(answer.headers["content-security-policy"]);
  const page = readPage(decodeText(answer), { url, status, depth, isXml, isUpgraded });
  const canonical = page.canonical ?? linksIn(answer, "canonical")[0];
  const refreshesTo = refreshOfHeader(answer) ?? page.refreshesTo ?? page.movesTo;
  return { ...page, ...(canonical && { canonical }), ...(refreshesTo && { refreshesTo }) };
}

/** Whether a policy has `upgrade-insecure-requests` (Upgrade Insecure Requests, 3.1). */
function upgrades(policy = ""): boolean {
  return /(?:^|[;,])\s*upgrade-insecure-requests\s*(?:[;,]|$)/i.test(policy);
}

/** Browsers follow the header `Refresh` as they follow the meta element (HTML standard, 7.4.6.2). */
function refreshOfHeader({ url, headers }: OutboundResponse): string | undefined {
  const target = absolute(refreshTarget(headers["refresh"] ?? "") ?? "", url);
  return target === absolute(url, url) ? undefined : target;
}

/** The properties that name a preview image, in the order in which messengers look for them. */
const PREVIEWS = ["og:image", "og:image:url", "og:image:secure_url", "twitter:image"];

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
  const mayHave = /http-equiv[^<>]{1,20}refresh|location/i.test(html);
  return mayHave || headers["refresh"] ? pageOf(answer)?.refreshesTo : undefined;
}

const MAX_LENGTH = 1000;
const FEED_TYPES = new Set(["application/rss+xml", "application/atom+xml"]);

/** Words in the titles that WordPress gives to feeds of comments. */
const COMMENTS = /\bcomment(?:s|i|aires?)?\b|kommentar|coment[aá]rio|reacties/i;

interface Head {
  title?: string;
  /** The beginning of the scripts in the page. */
  script: string;
  /** A policy of the page asks to load everything by https. */
  isUpgraded: boolean;
  lang?: string;
  base?: string;
  viewport?: string;
  /** The target of an immediate refresh, as it is written. */
  refresh?: string;
  meta: Record<string, string>;
  /** As they are written. */
  feeds: string[];
  sitemaps: string[];
  telephoneLinks: string[];
}

const MAX_SCRIPT_CHARACTERS = 5000;
const SCRIPT_TARGET =
  /\blocation(?:\.href)?\s{0,9}(?:=|\.(?:replace|assign)\()\s{0,9}(["'])([^"'\\\n]{1,1000})\1(?=\s{0,9}(?:[;)}\n]|$))/g;

/** The address to which the script of an empty page sends visitors; undefined unless there is exactly one. */
function scriptTarget(script: string): string | undefined {
  const [first, ...others] = [...script.matchAll(SCRIPT_TARGET)];
  return others.length === 0 ? first?.[2] : undefined;
}

/** A refresh after at most this time counts as a redirect, because visitors don't see the page. */
const MAX_REFRESH_SECONDS = 1;

/** Collects what a page says about itself: title, language, meta elements, refresh, feeds, telephone. */
function collectHead(captured: CapturedText, cut: Cut): Collector & { head: Head } {
  const head: Head = {
    ...{ meta: Object.create(null), feeds: [], sitemaps: [], telephoneLinks: [] },
    script: "",
    isUpgraded: false,
  };
  let metaCount = 0;

  function readMeta(attributes: Attributes) {
    const header = attributes.get("http-equiv")?.trim().toLowerCase();
    if (header === "content-security-policy") {
      head.isUpgraded ||= upgrades(attributes.get("content"));
    }
    const name = (attributes.get("name") ?? attributes.get("property"))?.trim().toLowerCase();
    const content = attributes.get("content");
    if (!name || content === undefined) return;
    if (name === "viewport") head.viewport = own(content);
    if (name in head.meta || cut.isFull("meta elements", metaCount)) return;
    metaCount += 1;
    // A truncated address would be another address.
    head.meta[own(name)] = PREVIEWS.includes(name) ? detached(content) : own(content);
  }

  function readLink(attributes: Attributes) {
    const relations = (attributes.get("rel") ?? "").toLowerCase().split(/\s+/);
    const type = attributes.get("type")?.trim().toLowerCase() ?? "";
    const href = addressIn(attributes, "href");
    if (!href) return;
    if (relations.includes("sitemap") && !cut.isFull("sitemaps", head.sitemaps.length)) {
      head.sitemaps.push(detached(href));
    }
    if (!relations.includes("alternate") || !FEED_TYPES.has(type)) return;
    if (COMMENTS.test(attributes.get("title") ?? "")) return;
    if (!cut.isFull("feeds", head.feeds.length)) head.feeds.push(href);
  }

  function readAnchor(attributes: Attributes) {
    const number = /^tel:(.*)$/is.exec(addressIn(attributes, "href") ?? "")?.[1];
    if (number === undefined || isTemplate(number)) return;
    if (cut.isFull("telephone links", head.telephoneLinks.length)) return;
    head.telephoneLinks.push(own(percentDecoded(number).trim()));
  }

  return {
    head,
    text(text, { name, inert }) {
      if (name !== "script" || inert || head.script.length > MAX_SCRIPT_CHARACTERS) return;
      head.script += text.slice(0, MAX_SCRIPT_CHARACTERS);
    },
    open(element, attributes) {
      if (element.inert || element.foreign) return;
      if (element.name === "title" && head.title === undefined) {
        captured.capture(element, (title) => {
          head.title ??= title;
        });
      }
      if (attributes.size === 0) return;
      if (element.name === "html") head.lang ??= own(languageTag(attributes) ?? "") || undefined;
      // Bounded, because each link would repeat a base of megabytes.
      if (element.name === "base") head.base ??= attributes.get("href")?.slice(0, MAX_LENGTH);
      if (element.name === "meta") readMeta(attributes);
      if (element.name === "meta" && !element.hidden) head.refresh ??= refreshOf(attributes);
      if (element.name === "link") readLink(attributes);
      if (element.name === "a") readAnchor(attributes);
    },
  };
}

function refreshOf(attributes: Attributes): string | undefined {
  if (attributes.get("http-equiv")?.trim().toLowerCase() !== "refresh") return undefined;
  return refreshTarget(attributes.get("content") ?? "");
}

/** Where `0; url=/en/` leads, with or without `url=` and quotation marks (HTML standard, 4.2.5.3). */
function refreshTarget(content: string): string | undefined {
  const [, seconds, rest = ""] = /^\s*(\d{1,5}|(?=\.))[\d.]{0,9}[;,\s](.*)$/s.exec(content) ?? [];
  if (seconds === undefined || Number(seconds) > MAX_REFRESH_SECONDS) return undefined;
  const target = rest.replace(/^[;,\s]*(?:url\s*=\s*)?/i, "");
  const [, , quoted] = /^(["'])(.*?)(?:\1|$)/s.exec(target) ?? [];
  return detached((quoted ?? target).trim());
}

function own(text: string) {
  return detached(text.slice(0, MAX_LENGTH));
}
