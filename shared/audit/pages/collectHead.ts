import type { CapturedText } from "./collectText.ts";
import {
  type Attributes,
  addressIn,
  type Cut,
  isTemplate,
  languageTag,
  type OpenElement,
} from "./element.ts";
import { detached, type Page, percentDecoded } from "./page.ts";
import type { Collector } from "./readElements.ts";

const MAX_LENGTH = 1000;
/** Of the addresses of images and mail links, which findings show. */
const MAX_SHOWN_LENGTH = 300;
const MAX_ADDRESS_LENGTH = 2000;
const FEED_TYPES = new Set(["application/rss+xml", "application/atom+xml"]);

/** Words in the titles that WordPress gives to feeds of comments. */
const COMMENTS = /\bcomment(?:s|i|aires?)?\b|kommentar|coment[aá]rio|reacties/i;

/** The properties that name a preview image, in the order in which messengers look for them. */
export const PREVIEWS = ["og:image", "og:image:url", "og:image:secure_url", "twitter:image"];

/** What a page says about itself. Addresses are as written. */
interface Head
  extends Pick<
      Page,
      "title" | "lang" | "viewport" | "meta" | "canonical" | "hasIcon" | "hasScripts"
    >,
    Pick<Page, "feeds" | "imagesWithoutAlt" | "telephoneLinks" | "mailLinks"> {
  /** A policy of the page asks to load everything by https. */
  asksToUpgrade: boolean;
  base?: string | undefined;
  /** The target of an immediate refresh. */
  refresh?: string | undefined;
  loads: Set<string>;
}

/** Collects what a page says about itself, the files that it loads, and how its owner can be reached. */
export function collectHead(captured: CapturedText, cut: Cut): Collector & { head: Head } {
  const head: Head = {
    ...{ meta: Object.create(null), feeds: [], loads: new Set() },
    ...{ imagesWithoutAlt: [], telephoneLinks: [], mailLinks: [] },
    ...{ hasScripts: false, asksToUpgrade: false, hasIcon: false },
  };
  const pictures: OpenElement[] = [];
  let metaCount = 0;

  function readMeta(attributes: Attributes) {
    const header = attributes.get("http-equiv")?.trim().toLowerCase();
    if (header === "content-security-policy") {
      head.asksToUpgrade ||= upgrades(attributes.get("content"));
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
    const href = addressIn(attributes, "href");
    if (!href) return;
    const relations = (attributes.get("rel") ?? "").toLowerCase().split(/\s+/);
    const isAlternate = relations.includes("alternate");
    if (relations.includes("canonical")) {
      head.canonical ??= detached(href.slice(0, MAX_ADDRESS_LENGTH));
    }
    if (relations.some((relation) => /\bicon\b/.test(relation))) head.hasIcon = true;
    if (relations.includes("stylesheet") && !isAlternate) load(href);
    const isFeed = FEED_TYPES.has(attributes.get("type")?.trim().toLowerCase() ?? "");
    if (!isAlternate || !isFeed || COMMENTS.test(attributes.get("title") ?? "")) return;
    if (!cut.isFull("feeds", head.feeds.length)) head.feeds.push(href);
  }

  function readAnchor(attributes: Attributes) {
    const href = addressIn(attributes, "href") ?? "";
    const [, scheme, rest = ""] = /^(tel|mailto):(.*)$/is.exec(href) ?? [];
    if (scheme === undefined || isTemplate(rest)) return;
    if (scheme.toLowerCase() === "mailto") {
      if (!cut.isFull("mail links", head.mailLinks.length))
        head.mailLinks.push(detached(recipientsIn(rest)));
    } else if (!cut.isFull("telephone links", head.telephoneLinks.length)) {
      head.telephoneLinks.push(own(percentDecoded(rest).trim()));
    }
  }

  function readImage({ hidden }: OpenElement, attributes: Attributes) {
    const source = addressIn(attributes, "src") ?? "";
    if (hidden) return;
    // Browsers choose another file, or load it when the visitor scrolls to it.
    const isChosen = pictures.length === 0 && !attributes.has("srcset");
    if (isChosen && attributes.get("loading")?.toLowerCase() !== "lazy") load(source);
    // Without a source, browsers show nothing.
    if ((isChosen && source === "") || !lacksText(attributes)) return;
    if (cut.isFull("images", head.imagesWithoutAlt.length)) return;
    head.imagesWithoutAlt.push(detached(source.slice(0, MAX_SHOWN_LENGTH)));
  }

  function load(address: string) {
    if (address === "" || cut.isFull("links", head.loads.size)) return;
    head.loads.add(detached(address.slice(0, MAX_ADDRESS_LENGTH)));
  }

  return {
    head,
    open(element, attributes) {
      if (element.inert || element.foreign) return;
      switch (element.name) {
        case "title":
          if (head.title !== undefined) return;
          return captured.capture(element, (title) => {
            head.title ??= title;
          });
        case "html":
          head.lang ??= own(languageTag(attributes) ?? "") || undefined;
          return;
        case "base":
          // Bounded, because each link would repeat a base of megabytes.
          head.base ??= attributes.get("href")?.slice(0, MAX_LENGTH);
          return;
        case "meta":
          readMeta(attributes);
          if (!element.hidden) head.refresh ??= refreshOf(attributes);
          return;
        case "link":
          return readLink(attributes);
        case "a":
          return readAnchor(attributes);
        case "picture":
          pictures.push(element);
          return;
        case "script":
          head.hasScripts ||= !attributes.get("type")?.includes("json");
          if (!element.hidden && !attributes.has("nomodule"))
            load(addressIn(attributes, "src") ?? "");
          return;
        case "img":
          readImage(element, attributes);
      }
    },
    close(element) {
      if (pictures.at(-1) === element) pictures.pop();
    },
  };
}

/** Whether a policy has `upgrade-insecure-requests` (Upgrade Insecure Requests, 3.1). */
export function upgrades(policy = ""): boolean {
  return /(?:^|[;,])\s*upgrade-insecure-requests\s*(?:[;,]|$)/i.test(policy);
}

/** A refresh after at most this time counts as a redirect, because visitors don't see the page. */
const MAX_REFRESH_SECONDS = 1;

function refreshOf(attributes: Attributes): string | undefined {
  if (attributes.get("http-equiv")?.trim().toLowerCase() !== "refresh") return undefined;
  return refreshTarget(attributes.get("content") ?? "");
}

/** Where `0; url=/en/` leads, with or without `url=` and quotation marks (HTML standard, 4.2.5.3). */
export function refreshTarget(content: string): string | undefined {
  const [, seconds, rest = ""] = /^\s*(\d{1,5}|(?=\.))[\d.]{0,9}[;,\s](.*)$/s.exec(content) ?? [];
  if (seconds === undefined || Number(seconds) > MAX_REFRESH_SECONDS) return undefined;
  const target = rest.replace(/^[;,\s]*(?:url\s*=\s*)?/i, "");
  const [, , quoted] = /^(["'])(.*?)(?:\1|$)/s.exec(target) ?? [];
  return detached((quoted ?? target).trim());
}

function own(text: string) {
  return detached(text.slice(0, MAX_LENGTH));
}

/** The addresses of a mail link; of a long list of addresses, those that are whole. */
function recipientsIn(link: string): string {
  const text = link.slice(0, MAX_SHOWN_LENGTH);
  const isCut = link.length > MAX_SHOWN_LENGTH && !text.includes("?") && text.includes(",");
  return isCut ? text.slice(0, text.lastIndexOf(",")) : text;
}

/** axe-core's rule `image-alt`: an empty `alt` is right for an image that says nothing. */
function lacksText(attributes: Attributes): boolean {
  const role = attributes.get("role")?.trim().toLowerCase();
  const isNamed = ["aria-label", "aria-labelledby", "title"].some((name) =>
    attributes.get(name)?.trim(),
  );
  return !attributes.has("alt") && !isNamed && role !== "none" && role !== "presentation";
}
