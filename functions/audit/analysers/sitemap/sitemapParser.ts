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
 * Reads a sitemap, or an RSS or Atom feed, piece by piece and passes each entry to `onEntry`. Throws if the
 * XML is not well-formed or its root is something else.
 */
export class SitemapParser {
  kind: SitemapKind | undefined;
  /** The namespace of the root element. */
  namespace: string | undefined;
  readonly #reader: XmlReader;
  #prefix = "";
  #entry: { depth: number; fields: SitemapEntry } | undefined;
  #value: string | undefined;

  constructor(onEntry: EntryHandler) {
    this.#reader = new XmlReader({
      open: (name, depth, attributes) => this.#open({ name, depth, attributes }),
      text: (text, depth) => this.#addText(text, depth),
      close: (name, depth) => this.#close(name, depth, onEntry),
      error: (error) => {
        throw error;
      },
    });
  }

  write(text: string) {
    this.#reader.write(text);
  }

  end() {
    this.#reader.end();
  }

  #open({ name, depth, attributes }: OpenTag) {
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

  #openRoot(name: string, attributes: OpenTag["attributes"]) {
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

  #addText(text: string, depth: number) {
    if (this.#value === undefined || this.#entry?.depth !== depth - 1) return;
    if (this.#value.length < MAX_VALUE_LENGTH) this.#value += text.slice(0, MAX_VALUE_LENGTH);
  }

  #close(name: string, depth: number, onEntry: EntryHandler) {
    const { kind } = this;
    if (this.#entry?.depth === depth) {
      const { fields } = this.#entry;
      this.#entry = undefined;
      if (kind === "urlset" || kind === "sitemapindex" || kind === "feed") onEntry(fields, kind);
    } else if (this.#entry?.depth === depth - 1) {
      const value = this.#value?.trim();
      const own = this.#ownName(name);
      const field = kind === "feed" ? (own === "link" && value ? "loc" : "") : own;
      if (isField(field) && value !== undefined) this.#entry.fields[field] ??= value;
      this.#value = undefined;
    }
  }
}

interface OpenTag {
  name: string;
  depth: number;
  attributes: Readonly<Record<string, string>>;
}

function isField(name: string): name is keyof SitemapEntry {
  return FIELDS.has(name);
}

/** The parser keeps every open element in memory, and no honest document nests this deeply. */
const MAX_DEPTH = 100;
/** The most characters without an end of an element or a text. */
const MAX_SILENCE = 1024 * 1024;

export interface XmlHandlers {
  /** An element begins; the root has depth 1. Names have their prefix. */
  open(name: string, depth: number, attributes: Readonly<Record<string, string>>): void;
  /** Text or CDATA of the element at this depth; may come in pieces. */
  text(text: string, depth: number): void;
  close(name: string, depth: number): void;
  /** Something is not well-formed. The reader goes on unless this throws. */
  error(error: Error): void;
}

/**
 * Reads XML piece by piece, in bounded memory. Throws if elements nest too deeply or one does not end.
 * Entities that the document defines are never expanded.
 */
export class XmlReader {
  readonly #parser = new SaxesParser<{ xmlns: false; position: true }>({
    xmlns: false,
    position: true,
  });
  #depth = 0;
  #silence = 0;

  constructor(handlers: XmlHandlers) {
    this.#parser.on("opentag", ({ name, attributes }) => {
      this.#silence = 0;
      this.#depth += 1;
      if (this.#depth > MAX_DEPTH) throw new Error("elements nested too deeply");
      handlers.open(name, this.#depth, attributes);
    });
    this.#parser.on("text", (text) => {
      this.#silence = 0;
      handlers.text(text, this.#depth);
    });
    this.#parser.on("cdata", (text) => handlers.text(text, this.#depth));
    this.#parser.on("closetag", ({ name }) => {
      this.#silence = 0;
      handlers.close(name, this.#depth);
      this.#depth -= 1;
    });
    this.#parser.on("error", (error) => handlers.error(error));
  }

  write(text: string) {
    this.#silence += text.length;
    if (this.#silence > MAX_SILENCE) throw new Error("an element that does not end");
    this.#parser.write(text);
  }

  end() {
    this.#parser.close();
  }
}
