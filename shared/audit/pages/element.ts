/** The attributes of one tag, by name in lower case; the first of the same name counts. */
export type Attributes = ReadonlyMap<string, string>;

/**
 * The address in an attribute, without the characters that the URL parser removes at its ends: C0 controls
 * and U+0020 (URL standard, 4.4). Other white space, such as U+00A0, is part of the address.
 */
export function addressIn(attributes: Attributes, name: string): string | undefined {
  const value = attributes.get(name);
  if (value === undefined) return undefined;
  let [start, end] = [0, value.length];
  while (start < end && value.charCodeAt(start) <= 0x20) start += 1;
  while (end > start && value.charCodeAt(end - 1) <= 0x20) end -= 1;
  return value.slice(start, end);
}

/** Whether it is a template, into which AngularJS or Vue puts the address in the browser. */
export function isTemplate(address: string): boolean {
  return address.includes("{{");
}

/** An element; its properties hold for everything in it. */
export interface OpenElement {
  readonly name: string;
  /** Not visible when the page is shown: `hidden`, `aria-hidden`, an inline style, a closed dialog. */
  readonly hidden: boolean;
  /** Not in the accessibility tree, although its text counts: `inert`, or folded in a closed `<details>`. */
  readonly unreachable: boolean;
  /** A `<details>` that is closed: only its `<summary>` is shown. */
  readonly folded: boolean;
  /** In a `<template>`, which is not part of the page unless a component shows it. */
  readonly inert: boolean;
  /** In an element whose text is not prose: code, an address, another language. */
  readonly unread: boolean;
  /** In an element whose texts are labels: a form, a button, navigation. */
  readonly label: boolean;
  /** In an element that shows code, commands or keys. */
  readonly code: boolean;
  /** In the header or footer of the page or of an article. */
  readonly furniture: boolean;
  readonly foreign: boolean;
}

/** The place outside all elements. */
export const ROOT: OpenElement = {
  name: "",
  hidden: false,
  unreachable: false,
  folded: false,
  inert: false,
  unread: false,
  label: false,
  code: false,
  furniture: false,
  foreign: false,
};

/** Describes an element by its name, its attributes and its parent. `language` is the page's. */
export function describeElement(
  name: string,
  attributes: Attributes,
  { parent, language }: { parent: OpenElement; language: string | undefined },
): OpenElement {
  const furniture = parent.furniture || name === "header" || name === "footer";
  return {
    name,
    hidden: parent.hidden || isHidden(name, attributes),
    unreachable:
      parent.unreachable || attributes.has("inert") || (parent.folded && name !== "summary"),
    folded: name === "details" && !attributes.has("open"),
    inert: parent.inert || (name === "template" && !attributes.has("shadowrootmode")),
    unread: parent.unread || isUnread(name, attributes, language),
    label: parent.label || isLabel(name, attributes, furniture),
    code: parent.code || CODE_ELEMENTS.has(name),
    furniture,
    foreign: name === "svg" || name === "math" || (parent.foreign && name !== "foreignobject"),
  };
}

const INVISIBLE = /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden)/i;

function isHidden(name: string, attributes: Attributes) {
  // Shown only without scripts, or once a script opens it.
  if (name === "noscript" || (name === "dialog" && !attributes.has("open"))) return true;
  if (attributes.size === 0) return false;
  return (
    attributes.has("hidden") ||
    attributes.has("popover") ||
    attributes.get("aria-hidden") === "true" ||
    INVISIBLE.test(attributes.get("style") ?? "")
  );
}

/** Lists and links in a header or footer are navigation, whatever their elements are. */
function isLabel(name: string, attributes: Attributes, furniture: boolean) {
  if (LABEL_ELEMENTS.has(name)) return true;
  if (furniture && (name === "a" || name === "ul" || name === "ol" || name === "menu")) return true;
  return attributes.get("role") === "navigation";
}

function isUnread(name: string, attributes: Attributes, language: string | undefined) {
  if (CODE_ELEMENTS.has(name) || UNREAD_ELEMENTS.has(name)) return true;
  if (attributes.size === 0) return false;
  if (attributes.get("translate") === "no") return true;
  const own = primaryLanguage(attributes);
  return own !== undefined && language !== undefined && own !== language;
}

/** The language that an element declares: by `lang`, or by `xml:lang` in XHTML. */
export function languageTag(attributes: Attributes) {
  return attributes.get("lang")?.trim() || attributes.get("xml:lang")?.trim() || undefined;
}

export function primaryLanguage(attributes: Attributes) {
  return languageTag(attributes)?.split(/[-_]/)[0]?.toLowerCase() || undefined;
}

/** Elements without content and end tag. */
export const VOID_ELEMENTS = names(
  "area base basefont bgsound br col embed frame hr img input keygen link meta param source track wbr",
);

/** Elements that end a line of text; a name with a hyphen (a custom element) does too. */
const BLOCK_ELEMENTS = names(`
  address article aside blockquote body caption center col colgroup dd details dialog dir div dl dt
  fieldset figcaption figure footer form frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html
  legend li main menu nav ol optgroup option p pre search section select summary table tbody td
  template tfoot th thead tr ul br title noscript`);

const CODE_ELEMENTS = names("code kbd plaintext pre samp tt var xmp");

/** Elements whose text is a label: short, and the same on many pages. */
const LABEL_ELEMENTS = names("button fieldset form label legend nav");

/** Other elements whose text is not prose; its spelling is not checked. */
const UNREAD_ELEMENTS = names(`
  address audio canvas datalist iframe input math noembed noframes noscript object optgroup option
  script select style svg textarea title video`);

/** Elements that end when one of these begins. */
const ENDED_BY = new Map<string, ReadonlySet<string>>([
  [
    "p",
    names(`address article aside blockquote center details dialog dir div dl fieldset figcaption
      figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr li dd dt main menu nav ol p pre search
      section summary table tr td th ul`),
  ],
  ["li", names("li")],
  ["dt", names("dt dd")],
  ["dd", names("dt dd")],
  ["option", names("option optgroup")],
  ["td", names("td th tr tbody tfoot")],
  ["th", names("td th tr tbody tfoot")],
  ["tr", names("tr tbody tfoot")],
  ...[1, 2, 3, 4, 5, 6].map((level) => [`h${level}`, names("h1 h2 h3 h4 h5 h6")] as const),
]);

export function isBlock(name: string) {
  return BLOCK_ELEMENTS.has(name) || name.includes("-");
}

export function isHeading(name: string) {
  return /^h[1-6]$/.test(name);
}

/** Whether the start of an element ends the open one: `<p>` ends a paragraph, `<li>` an item. */
export function endsOpenElement(opening: string, open: string) {
  return ENDED_BY.get(open)?.has(opening) ?? false;
}

function names(text: string): ReadonlySet<string> {
  return new Set(text.trim().split(/\s+/));
}

/** The limits for one page, texts in characters. */
const MOST_OF_A_PAGE = {
  text: 200_000,
  "JSON-LD": 256 * 1024,
  links: 5000,
  headings: 2000,
  labels: 1000,
  images: 1000,
  "mail links": 200,
  "telephone links": 200,
  "meta elements": 200,
  feeds: 200,
  "nested elements": 1000,
  // Texts captured at the same time, such as a link in a heading. No real page needs more.
  "captured texts": 20,
  "attributes of an element": 100,
} as const;

type Limited = keyof typeof MOST_OF_A_PAGE;

/** Applies the limits to one page, and records what is beyond them. */
export class Cut {
  readonly #reasons = new Set<string>();

  /** Whether the limit is reached. If so, the page counts as cut. */
  isFull(what: Limited, count: number): boolean {
    const most = MOST_OF_A_PAGE[what];
    if (count < most) return false;
    this.#reasons.add(`long_page (${what} beyond ${most})`);
    return true;
  }

  /** Such as `long_page (links beyond 5000)`. */
  get reasons(): string[] {
    return [...this.#reasons];
  }
}
