import type { CapturedText } from "./collectText.ts";
import { type Attributes, languageTag } from "./element.ts";
import { detached } from "./page.ts";
import type { Collector } from "./readElements.ts";

const MAX_LENGTH = 1000;
const MAX_ENTRIES = 200;
const FEED_TYPES = new Set(["application/rss+xml", "application/atom+xml"]);

/** What WordPress calls the feed of a page's comments, whose address is as that of any other. */
const COMMENTS = /\bcomment(?:s|i|aires?)?\b|kommentar|coment[aá]rio|reacties/i;

interface Head {
  title?: string;
  lang?: string;
  base?: string;
  viewport?: string;
  /** Where a refresh leads at once, as it is written. */
  refresh?: string;
  meta: Record<string, string>;
  /** As they are written. */
  feeds: string[];
  telephoneLinks: string[];
}

/** A page that leads elsewhere so soon is seen by nobody. */
const MAX_REFRESH_SECONDS = 1;

/** Gathers what a page says about itself: title, language, meta elements, refresh, feeds, telephone. */
export function collectHead(captured: CapturedText): Collector & { head: Head } {
  const head: Head = { meta: Object.create(null), feeds: [], telephoneLinks: [] };
  let metaCount = 0;

  function readMeta(attributes: Attributes) {
    const name = (attributes.get("name") ?? attributes.get("property"))?.trim().toLowerCase();
    const content = attributes.get("content");
    if (!name || content === undefined) return;
    if (name === "viewport") head.viewport = own(content);
    if (name in head.meta || metaCount >= MAX_ENTRIES) return;
    metaCount += 1;
    head.meta[own(name)] = own(content);
  }

  function readLink(attributes: Attributes) {
    const relations = (attributes.get("rel") ?? "").toLowerCase().split(/\s+/);
    const type = attributes.get("type")?.trim().toLowerCase() ?? "";
    const href = attributes.get("href")?.trim();
    if (!href || !relations.includes("alternate") || !FEED_TYPES.has(type)) return;
    if (COMMENTS.test(attributes.get("title") ?? "")) return;
    if (head.feeds.length < MAX_ENTRIES) head.feeds.push(href);
  }

  function readAnchor(attributes: Attributes) {
    const number = /^\s*tel:(.*)$/is.exec(attributes.get("href") ?? "")?.[1];
    if (number === undefined || head.telephoneLinks.length >= MAX_ENTRIES) return;
    head.telephoneLinks.push(own(decode(number).trim()));
  }

  return {
    head,
    open(element, attributes) {
      if (element.inert || element.foreign) return;
      if (element.name === "title" && head.title === undefined) {
        captured.capture(element, (title) => {
          head.title ??= title;
        });
      }
      if (attributes.size === 0) return;
      if (element.name === "html") head.lang ??= own(languageTag(attributes) ?? "") || undefined;
      if (element.name === "base") head.base ??= attributes.get("href")?.slice(0, MAX_LENGTH);
      if (element.name === "meta") readMeta(attributes);
      if (element.name === "meta" && !element.hidden) head.refresh ??= refreshOf(attributes);
      if (element.name === "link") readLink(attributes);
      if (element.name === "a") readAnchor(attributes);
    },
  };
}

/** `0; url=/en/`, with or without `url=` and quotation marks (HTML standard, 4.2.5.3). */
function refreshOf(attributes: Attributes): string | undefined {
  if (attributes.get("http-equiv")?.trim().toLowerCase() !== "refresh") return undefined;
  const content = own(attributes.get("content") ?? "");
  const [, seconds, rest = ""] = /^\s*(\d{1,5})[\d.]{0,9}[;,\s](.*)$/s.exec(content) ?? [];
  if (seconds === undefined || Number(seconds) > MAX_REFRESH_SECONDS) return undefined;
  const target = rest.replace(/^[;,\s]*(?:url\s*=\s*)?/i, "");
  const [, , quoted] = /^(["'])(.*?)(?:\1|$)/s.exec(target) ?? [];
  return (quoted ?? target).trim();
}

function own(text: string) {
  return detached(text.slice(0, MAX_LENGTH));
}

function decode(text: string) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
