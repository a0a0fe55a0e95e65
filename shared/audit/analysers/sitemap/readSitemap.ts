import { TextDecoder } from "node:util";
import { createGunzip } from "node:zlib";
import { SaxesParser } from "saxes";

/** The protocol's limits for one file, inflated: sitemaps.org, "Sitemap file". */
const MAX_FILE_BYTES = 52_428_800;
const MAX_FILE_URLS = 50_000;

const CHUNK_BYTES = 65_536;
/** How much of a malformed file is searched for its root element. */
const START_BYTES = 4096;

/** The texts of findings for the limit that ended the reading of a file. */
export const LIMITS = {
  bytes: `${MAX_FILE_BYTES} bytes`,
  locations: `more than ${MAX_FILE_URLS} locations`,
};

export interface SitemapReading {
  kind: SitemapKind | "text";
  /** The namespace of the root element. */
  namespace?: string;
  entries: number;
  /** The bytes that were read, inflated. */
  bytes: number;
  /** The limit that ended the reading. */
  limit?: "bytes" | "locations";
  /** Why it is not well-formed. */
  error?: string;
}

/** The file has more entries than a sitemap may have. */
class LimitReached extends Error {}

/**
 * Reads a sitemap, XML or text with one URL per line, and passes each entry to `onEntry`. `isWhole`: the body is not
 * truncated.
 */
export async function readSitemap(
  body: Buffer,
  onEntry: EntryHandler,
  { isWhole = true } = {},
): Promise<SitemapReading> {
  let entries = 0;
  const countEntry: EntryHandler = (entry, from) => {
    if (entries >= MAX_FILE_URLS) throw new LimitReached("locations");
    entries += 1;
    onEntry(entry, from);
  };
  const parser = new SitemapParser(countEntry);
  let bytes = 0;
  let reader: TextReader | undefined;
  let start = "";
  const describe = (): SitemapReading => ({
    kind: reader && reader !== parser ? "text" : (parser.kind ?? guessKind(start)),
    ...(parser.namespace !== undefined && { namespace: parser.namespace }),
    entries,
    bytes,
  });
  try {
    let decoder: TextDecoder | undefined;
    for await (const chunk of readChunks(body)) {
      bytes += chunk.length;
      decoder ??= new TextDecoder(findEncoding(chunk), { fatal: true });
      start ||= chunk.subarray(0, START_BYTES).toString("latin1");
      const text = decoder.decode(chunk, { stream: true });
      reader ??= /^\s*https?:/i.test(text) ? new LineReader(countEntry) : parser;
      reader.write(text);
    }
    if (bytes > MAX_FILE_BYTES) return { ...describe(), limit: "bytes" };
    if (isWhole) {
      decoder?.decode();
      (reader ?? parser).end();
    }
  } catch (error) {
    if (error instanceof LimitReached) return { ...describe(), limit: "locations" };
    return { ...describe(), error: error instanceof Error ? error.message : String(error) };
  }
  return describe();
}

interface TextReader {
  write(text: string): void;
  end(): void;
}

class LineReader implements TextReader {
  readonly #onEntry: EntryHandler;
  #rest = "";

  constructor(onEntry: EntryHandler) {
    this.#onEntry = onEntry;
  }

  write(text: string) {
    const lines = (this.#rest + text).split(/\r\n|\r|\n/);
    this.#rest = (lines.pop() ?? "").slice(0, 4096);
    for (const line of lines) if (line.trim()) this.#onEntry({ loc: line.trim() }, "urlset");
  }

  end() {
    this.write("\n");
  }
}

/** The kind of a file that is malformed before its first element, for example by white space. */
function guessKind(start: string): SitemapKind {
  const root = /<(?:\w+:)?(urlset|sitemapindex)[\s>]/.exec(start)?.[1];
  return root === "urlset" || root === "sitemapindex" ? root : "other";
}

function findEncoding(start: Buffer) {
  if (start[0] === 0xff && start[1] === 0xfe) return "utf-16le";
  if (start[0] === 0xfe && start[1] === 0xff) return "utf-16be";
  const declaration = start.subarray(0, 200).toString("latin1");
  const encoding = /^<\?xml[^>]*\sencoding\s*=\s*["']([\w.-]+)["']/.exec(declaration)?.[1];
  try {
    return encoding ? new TextDecoder(encoding).encoding : "utf-8";
  } catch {
    return "utf-8";
  }
}

/** The file in pieces, inflated if it is gzip, up to one byte more than the limit. */
async function* readChunks(body: Buffer): AsyncGenerator<Buffer> {
  let bytesLeft = MAX_FILE_BYTES + 1;
  const isGzip = body[0] === 0x1f && body[1] === 0x8b;
  for await (const chunk of isGzip ? inflate(body) : slices(body)) {
    yield chunk.subarray(0, bytesLeft);
    bytesLeft -= chunk.length;
    if (bytesLeft <= 0) return;
  }
}

function* slices(body: Buffer) {
  for (let start = 0; start < body.length; start += CHUNK_BYTES)
    yield body.subarray(start, start + CHUNK_BYTES);
}

/** Inflates only as much as is read, so that a bomb stays packed. */
function inflate(body: Buffer): AsyncIterable<Buffer> {
  const gunzip = createGunzip({ chunkSize: CHUNK_BYTES });
  gunzip.end(body);
  return gunzip;
}

/** One `<url>` of a sitemap or `<sitemap>` of an index, as written. */
export interface SitemapEntry {
  loc?: string;
  lastmod?: string;
}

type SitemapKind = "urlset" | "sitemapindex" | "feed" | "html" | "other";

type EntryHandler = (entry: SitemapEntry, from: "urlset" | "sitemapindex" | "feed") => void;

/** The namespace of the protocol: sitemaps.org, "XML tag definitions". */
export const NAMESPACE = "http://www.sitemaps.org/schemas/sitemap/0.9";

/** The parser keeps every open element in memory, and no honest document nests this deeply. */
const MAX_DEPTH = 100;
/** The most characters without an end of an element or a text. */
const MAX_SILENCE = 1024 * 1024;
const MAX_VALUE_LENGTH = 4096;

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
class SitemapParser {
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
      if ((field === "loc" || field === "lastmod") && value !== undefined)
        this.#entry.fields[field] ??= value;
      this.#value = undefined;
    }
  }
}

type Attributes = Readonly<Record<string, string>>;
