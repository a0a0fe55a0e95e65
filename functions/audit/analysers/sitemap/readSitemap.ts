import { TextDecoder } from "node:util";
import { createGunzip } from "node:zlib";
import type { Effort } from "../../pages/readElements.ts";
import { type EntryHandler, type SitemapKind, SitemapParser } from "./sitemapParser.ts";

/** The protocol's limits for one file, inflated: sitemaps.org, "Sitemap file". */
const MAX_FILE_BYTES = 52_428_800;
const MAX_FILE_URLS = 50_000;

const CHUNK_BYTES = 65_536;
/** How much of a file is searched for its root element if it is not well-formed. */
const START_BYTES = 4096;
/** Lists of addresses compress about twentyfold. A higher ratio than this is a bomb. */
const MAX_RATIO = 100;
const LEAST_UNPACKED_BYTES = 1_048_576;

/** What an issue says about the limit that ended the reading of a file. */
export const LIMITS = {
  bytes: `${MAX_FILE_BYTES} bytes`,
  locations: `more than ${MAX_FILE_URLS} locations`,
  packing: "packed more than a hundredfold",
};

export interface SitemapReading {
  kind: SitemapKind | "text";
  /** The namespace of the root element. */
  namespace?: string;
  entries: number;
  /** The bytes that were read, inflated. */
  bytes: number;
  /** The limit that ended the reading. */
  limit?: "bytes" | "locations" | "packing" | "effort";
  /** Why it is not well-formed. */
  error?: string;
}

/** The file has more entries than a sitemap may have. */
class LimitReached extends Error {}

/**
 * Reads a sitemap, XML or text with one URL per line, and passes each entry to `onEntry`. Stops if the
 * content is out of proportion to what was sent. `isWhole`: the body is the whole file.
 */
export async function readSitemap(
  body: Buffer,
  onEntry: EntryHandler,
  { isWhole = true, effort }: { isWhole?: boolean; effort?: Effort } = {},
): Promise<SitemapReading> {
  let entries = 0;
  const countEntry: EntryHandler = (entry, from) => {
    if (entries >= MAX_FILE_URLS) throw new LimitReached("locations");
    entries += 1;
    onEntry(entry, from);
  };
  const parser = new SitemapParser(countEntry);
  const maxBytes = isGzip(body)
    ? Math.min(MAX_FILE_BYTES, LEAST_UNPACKED_BYTES + MAX_RATIO * body.length)
    : MAX_FILE_BYTES;
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
    for await (const chunk of readChunks(body, maxBytes)) {
      if (effort?.isUsedUp) return { ...describe(), limit: "effort" };
      bytes += chunk.length;
      decoder ??= new TextDecoder(findEncoding(chunk), { fatal: true });
      start ||= chunk.subarray(0, START_BYTES).toString("latin1");
      const text = decoder.decode(chunk, { stream: true });
      effort?.spend(text);
      reader ??= /^\s*https?:/i.test(text) ? new LineReader(countEntry) : parser;
      reader.write(text);
    }
    if (bytes > maxBytes) {
      return { ...describe(), limit: maxBytes < MAX_FILE_BYTES ? "packing" : "bytes" };
    }
    if (isWhole) {
      decoder?.decode();
      (reader ?? parser).end();
    }
  } catch (error) {
    if (error instanceof LimitReached) return { ...describe(), limit: "locations" };
    return { ...describe(), error: explain(error) };
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

/** The kind of a file that is not well-formed before its first element, for example by white space. */
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

function explain(error: unknown) {
  return error instanceof Error ? error.message : String(error);
}

/** The file in pieces, inflated if it is gzip, up to one byte more than the limit. */
async function* readChunks(body: Buffer, maxBytes: number): AsyncGenerator<Buffer> {
  let left = maxBytes + 1;
  for await (const chunk of isGzip(body) ? inflate(body) : slices(body)) {
    yield chunk.subarray(0, left);
    left -= chunk.length;
    if (left <= 0) return;
  }
}

function isGzip(body: Buffer) {
  return body[0] === 0x1f && body[1] === 0x8b;
}

function* slices(body: Buffer) {
  for (let start = 0; start < body.length; start += CHUNK_BYTES) {
    yield body.subarray(start, start + CHUNK_BYTES);
  }
}

/** Inflates only as much as is read, so that a bomb stays packed. */
async function* inflate(body: Buffer): AsyncGenerator<Buffer> {
  const gunzip = createGunzip({ chunkSize: CHUNK_BYTES });
  gunzip.end(body);
  yield* gunzip;
}
