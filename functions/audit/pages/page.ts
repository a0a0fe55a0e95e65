/** Where a link stands in the page; `source` is `<source src>`, `srcset` an entry of any srcset. */
export type LinkKind =
  | "a"
  | "area"
  | "img"
  | "script"
  | "stylesheet"
  | "icon"
  | "iframe"
  | "source"
  | "srcset";

/** Whether a link of this kind leads a visitor there, as opposed to an image or a script. */
export function leadsVisitors(kind: LinkKind): boolean {
  return kind === "a" || kind === "area" || kind === "iframe";
}

export interface PageLink {
  /** Absolute and without a fragment; where `valid` is false, the text that is no URL. */
  url: string;
  kind: LinkKind;
  /** What is between the tags of an `a`, or an image's alternative text. */
  text?: string;
  valid: boolean;
  /** `rel=nofollow`: what programs are not to follow, such as a button that puts something into a basket. */
  nofollow?: true;
}

export interface PageHeading {
  level: number;
  text: string;
  /** Not there when the page is shown: `hidden`, `aria-hidden`, `display: none`, a closed dialog. */
  hidden: boolean;
}

/** An HTML page as the analysers read it. Every URL is absolute and has no fragment. */
export interface Page {
  url: string;
  status: number;
  /** Links between the start page, which is 0, and this one. */
  depth: number;
  /** No visitor is led there: it is only shown in frames of other pages. */
  isFramed?: true;
  title?: string;
  /** The `lang` of the `html` element. */
  lang?: string;
  links: PageLink[];
  headings: PageHeading[];
  /** Where it leads within a second, by `<meta http-equiv=refresh>`: another page than this. */
  refreshesTo?: string;
  /** Content of the last `<meta name=viewport>`. */
  viewport?: string;
  /**
   * Visible text, one string per block element: without navigation, code, addresses, forms and
   * scripts.
   */
  text: string[];
  /** The texts of navigation, buttons and forms; absent where there is none. */
  labels?: string[];
  /** Words of its code, in lower case as they are there: no misspellings; absent where there is none. */
  codeWords?: string[];
  /** The parsed `application/ld+json` blocks; a block that is no JSON is left out. */
  jsonLd: unknown[];
  /** Top-level microdata items that have an `itemtype`. */
  microdata?: MicrodataItem[];
  /** Content of each `<meta>` by its name or property in lower case; the first one counts. */
  meta: Record<string, string>;
  /** `rel=alternate` RSS and Atom feeds, without those that are called feeds of comments. */
  feeds: string[];
  /** What follows `tel:` in links, decoded. */
  telephoneLinks: string[];
}

export interface MicrodataItem {
  type: string[];
  properties: Record<string, (string | MicrodataItem)[]>;
}

/** Keeps one copy of texts that a page has more than once, such as addresses. */
export class TextPool {
  readonly #texts = new Map<string, string>();

  /** The same text, in memory that is shared with nothing but the same text. */
  get(text: string): string {
    const known = this.#texts.get(text);
    if (known !== undefined) return known;
    const own = detached(text);
    this.#texts.set(own, own);
    return own;
  }
}

/** The same text in memory of its own: a part of a page would keep the whole page in memory. */
export function detached(text: string) {
  return ` ${text}`.slice(1);
}
