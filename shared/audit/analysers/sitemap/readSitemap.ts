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
    if (entries >= MAX_FILE_URLS) throw new LimitReached();
    entries += 1;
    onEntry(entry, from);
  };
  const parser = new SitemapParser(countEntry);
  let bytes = 0;
  let start = "";
  let decoder: TextDecoder | undefined;
  let reader: TextReader | undefined;
  let error: string | undefined;
  let limit: SitemapReading["limit"];
  try {
    for await (const chunk of readChunks(body)) {
      bytes += chunk.length;
      decoder ??= new TextDecoder(findEncoding(chunk), { fatal: true });
      start ||= chunk.subarray(0, START_BYTES).toString("latin1");
      const text = decoder.decode(chunk, { stream: true });
      reader ??= /^\s*https?:/i.test(text) ? readLines(countEntry) : parser;
      reader.write(text);
    }
    if (bytes > MAX_FILE_BYTES) limit = "bytes";
    else if (isWhole) {
      decoder?.decode();
      (reader ?? parser).end();
    }
  } catch (thrown) {
    if (thrown instanceof LimitReached) limit = "locations";
    else error = thrown instanceof Error ? thrown.message : String(thrown);
  }
  const { kind = guessKind(start), namespace } = parser;
  return {
    kind: reader && reader !== parser ? "text" : kind,
    entries,
    bytes,
    ...(namespace !== undefined && { namespace }),
    ...(limit && { limit }),
    ...(error !== undefined && { error }),
  };
}

interface TextReader {
  write(text: string): void;
  end(): void;
}

/** Reads a text with one URL per line. */
function readLines(onEntry: EntryHandler): TextReader {
  let rest = "";
  const write = (text: string) => {
    const lines = (rest + text).split(/\r\n|\r|\n/);
    rest = (lines.pop() ?? "").slice(0, MAX_VALUE_LENGTH);
    for (const line of lines) if (line.trim()) onEntry({ loc: line.trim() }, "urlset");
  };
  return { write, end: () => write("\n") };
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

/** The kind of a file by its root element, and the elements that are its entries. */
const KINDS = new Map<string, [SitemapKind, ...entries: string[]]>([
  ["urlset", ["urlset", "url"]],
  ["sitemapindex", ["sitemapindex", "sitemap"]],
  ["rss", ["feed", "item"]],
  ["feed", ["feed", "entry"]],
  ["RDF", ["feed", "item"]],
  ["html", ["html"]],
]);

/**
 * Reads a sitemap, or an RSS or Atom feed, piece by piece and in bounded memory, and passes each entry to
 * `onEntry`. Throws if the XML is not well-formed, its root is something else, elements nest too deeply or one
 * does not end. Entities that the document defines are never expanded.
 */
class SitemapParser implements TextReader {
  kind: SitemapKind | undefined;
  /** The namespace of the root element. */
  namespace: string | undefined;
  readonly #parser = new SaxesParser<{ xmlns: false; position: true }>({
    xmlns: false,
    position: true,
  });
  #depth = 0;
  #silence = 0;
  /** That of the root element, with its colon; elements with another one are extensions. */
  #prefix = "";
  #entries: string[] = [];
  #entry: { depth: number; fields: SitemapEntry } | undefined;
  #value = "";

  constructor(onEntry: EntryHandler) {
    const parser = this.#parser;
    parser.on("opentag", ({ name, attributes }) => {
      this.#silence = 0;
      this.#depth += 1;
      if (this.#depth > MAX_DEPTH) throw new Error("elements nested too deeply");
      this.#open(name, attributes);
    });
    parser.on("text", (text) => {
      this.#silence = 0;
      this.#addText(text);
    });
    parser.on("cdata", (text) => this.#addText(text));
    parser.on("closetag", ({ name }) => {
      this.#silence = 0;
      this.#close(name, onEntry);
      this.#depth -= 1;
    });
    parser.on("error", (error) => {
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
    const deepest = this.kind === "feed" ? 3 : 2;
    if (!this.#entry && depth > 1 && depth <= deepest && this.#entries.includes(own)) {
      this.#entry = { depth, fields: {} };
    } else if (this.#entry?.depth === depth - 1) {
      this.#value = "";
      const { href, rel = "alternate" } = attributes;
      // Atom has the location in an attribute.
      if (own === "link" && href && rel === "alternate") this.#entry.fields.loc ??= href;
    }
  }

  #openRoot(name: string, attributes: Attributes) {
    const [prefix = ""] = /^[^:]*:/.exec(name) ?? [];
    const [kind = "other", ...entries] = KINDS.get(name.slice(prefix.length)) ?? [];
    this.kind = kind;
    this.namespace = attributes[prefix ? `xmlns:${prefix.slice(0, -1)}` : "xmlns"];
    if (entries.length === 0) throw new Error("not a sitemap");
    this.#entries = entries;
    // The items of an RDF feed have no prefix, its root has one.
    this.#prefix = kind === "feed" ? "" : prefix;
  }

  #ownName(name: string): string {
    return name.startsWith(this.#prefix) ? name.slice(this.#prefix.length) : "";
  }

  #addText(text: string) {
    if (this.#entry?.depth === this.#depth - 1 && this.#value.length < MAX_VALUE_LENGTH)
      this.#value += text.slice(0, MAX_VALUE_LENGTH);
  }

  #close(name: string, onEntry: EntryHandler) {
    const { kind } = this;
    if (!this.#entry || (kind !== "urlset" && kind !== "sitemapindex" && kind !== "feed")) return;
    const { depth, fields } = this.#entry;
    if (depth === this.#depth) {
      this.#entry = undefined;
      onEntry(fields, kind);
    } else if (depth === this.#depth - 1) {
      const value = this.#value.trim();
      const own = this.#ownName(name);
      if (kind === "feed" ? own === "link" && value !== "" : own === "loc") fields.loc ??= value;
      else if (kind !== "feed" && own === "lastmod") fields.lastmod ??= value;
    }
  }
}

type Attributes = Readonly<Record<string, string>>;
