import { XmlReader } from "../../xml.ts";

/** One `<url>` of a sitemap or `<sitemap>` of an index, as it is written. */
export interface SitemapEntry {
  loc?: string;
  lastmod?: string;
  changefreq?: string;
  priority?: string;
}

export type SitemapKind = "urlset" | "sitemapindex" | "feed" | "html" | "other";

export type EntryHandler = (entry: SitemapEntry, from: "urlset" | "sitemapindex") => void;

const MAX_VALUE_LENGTH = 4096;
const FIELDS = new Set(["loc", "lastmod", "changefreq", "priority"]);

const KINDS: Partial<Record<string, SitemapKind>> = {
  urlset: "urlset",
  sitemapindex: "sitemapindex",
  rss: "feed",
  feed: "feed",
  RDF: "feed",
  html: "html",
};

/**
 * Reads a sitemap as its pieces come and gives each entry to `onEntry`. Throws what is not
 * well-formed XML.
 */
export class SitemapParser {
  kind: SitemapKind | undefined;
  readonly #reader: XmlReader;
  #prefix = "";
  #entry: SitemapEntry = {};
  #value: string | undefined;

  constructor(onEntry: EntryHandler) {
    this.#reader = new XmlReader({
      open: (name, depth) => this.#open(name, depth),
      text: (text, depth) => this.#addText(text, depth),
      close: (name, depth) => this.#close({ name, depth }, onEntry),
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

  #open(name: string, depth: number) {
    if (depth === 1) {
      this.#prefix = name.includes(":") ? name.slice(0, name.indexOf(":") + 1) : "";
      this.kind = KINDS[name.slice(this.#prefix.length)] ?? "other";
    }
    if (depth === 2) this.#entry = {};
    if (depth === 3) this.#value = "";
  }

  #addText(text: string, depth: number) {
    if (depth !== 3 || this.#value === undefined) return;
    if (this.#value.length < MAX_VALUE_LENGTH) this.#value += text.slice(0, MAX_VALUE_LENGTH);
  }

  #close({ name, depth }: { name: string; depth: number }, onEntry: EntryHandler) {
    const own = name.startsWith(this.#prefix) ? name.slice(this.#prefix.length) : "";
    const value = this.#value?.trim();
    if (depth === 3 && isField(own) && value !== undefined) this.#entry[own] ??= value;
    if (depth === 2 && own === "url" && this.kind === "urlset") {
      onEntry(this.#entry, "urlset");
    }
    if (depth === 2 && own === "sitemap" && this.kind === "sitemapindex") {
      onEntry(this.#entry, "sitemapindex");
    }
    if (depth === 3) this.#value = undefined;
  }
}

function isField(name: string): name is keyof SitemapEntry {
  return FIELDS.has(name);
}
