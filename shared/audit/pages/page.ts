/** What a link is for; `media` is a film, sound, caption or object. */
export type LinkKind = "a" | "area" | "img" | "script" | "stylesheet" | "icon" | "iframe" | "media";

/** Whether a link of this kind takes a visitor to a page, unlike an image or a script. */
export function leadsVisitors(kind: LinkKind): boolean {
  return kind === "a" || kind === "area" || kind === "iframe";
}

export interface PageLink {
  /** Absolute and without a fragment; if `valid` is false, the text as it is written. */
  url: string;
  kind: LinkKind;
  /** The text of an `a`, or an image's alternative text. */
  text?: string;
  valid: boolean;
  /** `rel=nofollow`: programs must not follow it, for example because it puts something into a basket. */
  nofollow?: true;
}

export interface PageHeading {
  level: number;
  text: string;
  /** Not visible when the page is shown: `hidden`, `aria-hidden`, `display: none`, a closed dialog. */
  hidden: boolean;
}

/** An HTML page as the analysers read it. Every URL is absolute and has no fragment. */
export interface Page {
  url: string;
  status: number;
  /** It is the start page. */
  isStart: boolean;
  title?: string | undefined;
  /** The `lang` of the `html` element. */
  lang?: string | undefined;
  links: PageLink[];
  headings: PageHeading[];
  /** Another page that `<meta http-equiv=refresh>` leads to within a second. */
  refreshesTo?: string | undefined;
  /** Content of the last `<meta name=viewport>`. */
  viewport?: string | undefined;
  /**
   * Visible text, one string per block element: without navigation, code, addresses, forms and
   * scripts.
   */
  text: string[];
  /** The texts of navigation, buttons and forms. */
  labels: string[];
  /** Lower-case words of its code, which are no misspellings. */
  codeWords: string[];
  /** The parsed `application/ld+json` blocks; invalid ones are left out. */
  jsonLd: unknown[];
  /** Content of each `<meta>` by its name or property in lower case; the first one counts. */
  meta: Record<string, string>;
  /** Where `<link rel=canonical>` leads. */
  canonical?: string | undefined;
  /** The text after `mailto:` of each such link. */
  mailLinks: string[];
  /** The addresses of visible images that lack an alternative text. */
  imagesWithoutAlt: string[];
  /** Whether it names an icon, which may be a `data:` URL. */
  hasIcon: boolean;
  /** The image that others show with a link to it: `og:image` and its older forms. */
  preview?: string | undefined;
  /** The images, scripts and style sheets that every browser loads with it. */
  loads: string[];
  /** Whether it has a script, in a file or in the page. */
  hasScripts: boolean;
  /** How many JSON-LD blocks can't be parsed. */
  brokenJsonLd: number;
  /** RSS and Atom feeds by `rel=alternate`, without feeds of comments. */
  feeds: string[];
  /** Why parts of it were not read, such as `long_page (links beyond 5000)`. */
  cut: string[];
  /** What follows `tel:` in links, decoded. */
  telephoneLinks: string[];
}

/** Whether a page counts as content of the website: its status is 2xx. */
export function isReadable({ status }: Page): boolean {
  return status >= 200 && status < 300;
}

/** The most text of a page that only says `Loading…`, or that the browser is too old. */
const SHELL_CHARACTERS = 100;

/**
 * Whether a script builds the page in the browser: it has no headings, no links to follow and few words. If its only
 * script is inline, it must have no words at all.
 */
export function isBuiltByScripts({ url, headings, links, ...page }: Page): boolean {
  const { text, labels, hasScripts } = page;
  const length = [...text, ...labels].join(" ").length;
  const hasFile = links.some(({ kind }) => kind === "script");
  return (
    headings.length === 0 &&
    (hasFile ? length <= SHELL_CHARACTERS : hasScripts && length === 0) &&
    !links.some((link) => (link.kind === "a" || link.kind === "area") && link.url !== url)
  );
}

/** FNV-1a, 32 bits. */
export function digest(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return hash;
}

/** Copies a text. A slice of a page would keep the whole page in memory. */
export function detached(text: string) {
  return ` ${text}`.slice(1);
}

/** Decodes percent escapes; a text with malformed ones is unchanged. */
export function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

export type JsonLdNode = Record<string, unknown>;

const MAX_NODES_A_PAGE = 1000;

/** The objects in a page's JSON-LD, at any depth (`@graph`, lists, properties); at most 1,000. */
export function jsonLdNodes({ jsonLd }: Page): JsonLdNode[] {
  const nodes: JsonLdNode[] = [];
  const waiting: unknown[] = [...jsonLd];
  for (let next = 0; next < waiting.length && nodes.length < MAX_NODES_A_PAGE; next += 1) {
    const value = waiting[next];
    if (typeof value !== "object" || value === null) continue;
    if (!Array.isArray(value)) nodes.push(value as JsonLdNode);
    waiting.push(...Object.values(value).slice(0, MAX_NODES_A_PAGE));
  }
  return nodes;
}

/** The schema.org types of a node, without their namespace. */
export function typesOf(node: JsonLdNode): string[] {
  return textsOf(node["@type"]).map((type) => type.replace(/^.*[/:#]/, ""));
}

/** The texts of a property, which may be a text, a number, or a list of them. */
export function textsOf(value: unknown): string[] {
  const values: unknown[] = Array.isArray(value) ? value : [value];
  return values
    .filter((text) => typeof text === "string" || typeof text === "number")
    .map((text) => String(text).trim())
    .filter((text) => text !== "");
}
