import { SaxesParser } from "saxes";

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
/** Without the end of an element or a text: more than that is no sitemap. */
const MAX_SILENCE = 1024 * 1024;
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
 * well-formed XML. Entities of the document's own are never expanded.
 */
export class SitemapParser {
  kind: SitemapKind | undefined;
  readonly #parser = new SaxesParser({ position: true });
  #depth = 0;
  #prefix = "";
  #entry: SitemapEntry = {};
  #value: string | undefined;
  #silence = 0;

  constructor(onEntry: EntryHandler) {
    const heard = () => {
      this.#silence = 0;
    };
    this.#parser.on("opentagstart", ({ name }) => {
      heard();
      this.#open(name);
    });
    this.#parser.on("text", (text) => {
      heard();
      this.#addText(text);
    });
    this.#parser.on("cdata", (text) => this.#addText(text));
    this.#parser.on("closetag", ({ name }) => {
      heard();
      this.#close(name, onEntry);
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

  #open(name: string) {
    this.#depth += 1;
    if (this.#depth === 1) {
      this.#prefix = name.includes(":") ? name.slice(0, name.indexOf(":") + 1) : "";
      this.kind = KINDS[name.slice(this.#prefix.length)] ?? "other";
    }
    if (this.#depth === 2) this.#entry = {};
    if (this.#depth === 3) this.#value = "";
  }

  #addText(text: string) {
    if (this.#depth !== 3 || this.#value === undefined) return;
    if (this.#value.length < MAX_VALUE_LENGTH) this.#value += text.slice(0, MAX_VALUE_LENGTH);
  }

  #close(name: string, onEntry: EntryHandler) {
    const own = name.startsWith(this.#prefix) ? name.slice(this.#prefix.length) : "";
    const value = this.#value?.trim();
    if (this.#depth === 3 && isField(own) && value !== undefined) this.#entry[own] ??= value;
    if (this.#depth === 2 && own === "url" && this.kind === "urlset") {
      onEntry(this.#entry, "urlset");
    }
    if (this.#depth === 2 && own === "sitemap" && this.kind === "sitemapindex") {
      onEntry(this.#entry, "sitemapindex");
    }
    if (this.#depth === 3) this.#value = undefined;
    this.#depth -= 1;
  }
}

function isField(name: string): name is keyof SitemapEntry {
  return FIELDS.has(name);
}
