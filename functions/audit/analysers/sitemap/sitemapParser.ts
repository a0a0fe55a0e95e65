import { SaxesParser } from "saxes";

/** One `<url>` of a sitemap or `<sitemap>` of an index, as written. */
export interface SitemapEntry {
  loc?: string;
  lastmod?: string;
  changefreq?: string;
  priority?: string;
}

export type SitemapKind = "urlset" | "sitemapindex" | "feed" | "html" | "other";

export type EntryHandler = (entry: SitemapEntry, from: "urlset" | "sitemapindex" | "feed") => void;

/** The namespace of the protocol: sitemaps.org, "XML tag definitions". */
export const NAMESPACE = "http://www.sitemaps.org/schemas/sitemap/0.9";

/** The parser keeps every open element in memory, and no honest document nests this deeply. */
const MAX_DEPTH = 100;
/** The most characters without an end of an element or a text. */
const MAX_SILENCE = 1024 * 1024;
const MAX_VALUE_LENGTH = 4096;
const FIELDS = new Set(["loc", "lastmod", "changefreq", "priority"]);

/** The kind of a file by its root element. */
const KINDS = new Map<string, SitemapKind>([
  ["urlset", "urlset"],
  ["sitemapindex", "sitemapindex"],
  ["rss", "feed"],
  ["feed", "feed"],
  ["RDF", "feed"],
  ["html", "html"],
]);
/** The elements that are the entries of each kind. */
const ENTRIES: Partial<Record<SitemapKind, ReadonlySet<string>>> = {
  urlset: new Set(["url"]),
  sitemapindex: new Set(["sitemap"]),
  feed: new Set(["item", "entry"]),
};

/**
 * Reads a sitemap, or an RSS or Atom feed, piece by piece and in bounded memory, and passes each entry to
 * `onEntry`. Throws if the XML is not well-formed, its root is something else, elements nest too deeply or one
 * does not end. Entities that the document defines are never expanded.
 */
export class SitemapParser {
  kind: SitemapKind | undefined;
  /** The namespace of the root element. */
  namespace: string | undefined;
  readonly #parser = new SaxesParser<{ xmlns: false; position: true }>({
    xmlns: false,
    position: true,
  });
  #depth = 0;
  #silence = 0;
  #prefix = "";
  #entry: { depth: number; fields: SitemapEntry } | undefined;
  #value: string | undefined;

  constructor(onEntry: EntryHandler) {
    this.#parser.on("opentag", ({ name, attributes }) => {
      this.#silence = 0;
      this.#depth += 1;
      if (this.#depth > MAX_DEPTH) throw new Error("elements nested too deeply");
      this.#open(name, attributes);
    });
    this.#parser.on("text", (text) => {
      this.#silence = 0;
      this.#addText(text);
    });
    this.#parser.on("cdata", (text) => this.#addText(text));
    this.#parser.on("closetag", ({ name }) => {
      this.#silence = 0;
      this.#close(name, onEntry);
      this.#depth -= 1;
    });
    this.#parser.on("error", (error) => {
      throw error;
    });
  }

  write(text: string) {
    this.#silence += text.length;
    if (this.#silence > MAX_SILENCE) throw new Error("an element that does not end");
    this.#parser.write(text);
  }

  end() {
    this.#parser.close();
  }

  #open(name: string, attributes: Attributes) {
    const depth = this.#depth;
    if (depth === 1) this.#openRoot(name, attributes);
    const own = this.#ownName(name);
    if (!this.#entry && this.#isEntry(own, depth)) this.#entry = { depth, fields: {} };
    else if (this.#entry?.depth === depth - 1) {
      this.#value = "";
      const { href, rel = "alternate" } = attributes;
      // Atom has the location in an attribute.
      if (own === "link" && href && rel === "alternate") this.#entry.fields.loc ??= href;
    }
  }

  #openRoot(name: string, attributes: Attributes) {
    this.#prefix = name.includes(":") ? name.slice(0, name.indexOf(":") + 1) : "";
    this.kind = KINDS.get(name.slice(this.#prefix.length)) ?? "other";
    this.namespace = attributes[`xmlns${this.#prefix && `:${this.#prefix.slice(0, -1)}`}`];
    if (!(this.kind in ENTRIES)) throw new Error("not a sitemap");
    // The items of an RDF feed have no prefix, its root has one.
    if (this.kind === "feed") this.#prefix = "";
  }

  #isEntry(name: string, depth: number): boolean {
    const isEntry = this.kind !== undefined && ENTRIES[this.kind]?.has(name);
    return isEntry === true && (this.kind === "feed" ? depth <= 3 : depth === 2);
  }

  #ownName(name: string): string {
    return name.startsWith(this.#prefix) ? name.slice(this.#prefix.length) : "";
  }

  #addText(text: string) {
    if (this.#value === undefined || this.#entry?.depth !== this.#depth - 1) return;
    if (this.#value.length < MAX_VALUE_LENGTH) this.#value += text.slice(0, MAX_VALUE_LENGTH);
  }

  #close(name: string, onEntry: EntryHandler) {
    const { kind } = this;
    if (this.#entry?.depth === this.#depth) {
      const { fields } = this.#entry;
      this.#entry = undefined;
      if (kind === "urlset" || kind === "sitemapindex" || kind === "feed") onEntry(fields, kind);
    } else if (this.#entry?.depth === this.#depth - 1) {
      const value = this.#value?.trim();
      const own = this.#ownName(name);
      const field = kind === "feed" ? (own === "link" && value ? "loc" : "") : own;
      if (isField(field) && value !== undefined) this.#entry.fields[field] ??= value;
      this.#value = undefined;
    }
  }
}

type Attributes = Readonly<Record<string, string>>;

function isField(name: string): name is keyof SitemapEntry {
  return FIELDS.has(name);
}
