import { createGunzip } from "node:zlib";
import { SaxesParser } from "saxes";

/** The protocol's limits for one file, inflated: sitemaps.org, "Sitemap file". */
const MAX_FILE_BYTES = 52_428_800;
const MAX_FILE_LOCATIONS = 50_000;

const CHUNK_BYTES = 65_536;
/** How much of a file is searched for its root element. */
const START_CHARACTERS = 4096;
const ROOT = /<(?:\w+:)?(urlset|sitemapindex|rss|feed|RDF)[\s>]/;

interface SitemapReading {
  /** `feed`: RSS or Atom, which search engines accept as well; its posts are not read. */
  kind: "urlset" | "sitemapindex" | "text" | "feed" | "other";
  locations: number;
  /** It has more than a sitemap may have, and was read up to there. */
  isTooLarge?: true;
  /** Why it is not well-formed. */
  error?: string;
}

/** The file has more than a sitemap may have. */
class TooLarge extends Error {}

/**
 * Reads a sitemap or an index of sitemaps, XML or text with one URL per line, and passes each location to `onLocation`,
 * with the kind of the file. `isWhole`: the body is not truncated.
 */
export async function readSitemap(
  body: Buffer,
  onLocation: (location: string, kind: SitemapReading["kind"]) => void,
  { isWhole = true } = {},
): Promise<SitemapReading> {
  const reading: SitemapReading = { kind: "other", locations: 0 };
  const count = (location: string) => {
    if (reading.locations >= MAX_FILE_LOCATIONS) throw new TooLarge();
    reading.locations += 1;
    onLocation(location, reading.kind);
  };
  const decoder = new TextDecoder();
  let reader: Reader | undefined;
  try {
    for await (const chunk of readChunks(body)) {
      const text = decoder.decode(chunk, { stream: true });
      if (!reader) {
        reading.kind = kindOf(text);
        if (reading.kind === "feed" || reading.kind === "other") return reading;
        reader = reading.kind === "text" ? readLines(count) : readXml(count);
      }
      reader.write(text);
    }
    if (isWhole) reader?.end();
  } catch (error) {
    if (error instanceof TooLarge) reading.isTooLarge = true;
    else reading.error = error instanceof Error ? error.message : String(error);
  }
  return reading;
}

function kindOf(text: string): SitemapReading["kind"] {
  if (/^\s*https?:/i.test(text)) return "text";
  const [, root] = ROOT.exec(text.slice(0, START_CHARACTERS)) ?? [];
  if (root === "urlset" || root === "sitemapindex") return root;
  return root ? "feed" : "other";
}

/** The file in pieces, inflated as it is read if it is gzip, so that a bomb stays packed. */
async function* readChunks(body: Buffer): AsyncGenerator<Buffer> {
  let bytesLeft = MAX_FILE_BYTES;
  const isGzip = body[0] === 0x1f && body[1] === 0x8b;
  for await (const chunk of isGzip ? inflate(body) : slices(body)) {
    if (chunk.length > bytesLeft) throw new TooLarge();
    bytesLeft -= chunk.length;
    yield chunk;
  }
}

function* slices(body: Buffer) {
  for (let start = 0; start < body.length; start += CHUNK_BYTES)
    yield body.subarray(start, start + CHUNK_BYTES);
}

function inflate(body: Buffer): AsyncIterable<Buffer> {
  const gunzip = createGunzip({ chunkSize: CHUNK_BYTES });
  gunzip.end(body);
  return gunzip;
}

interface Reader {
  write(text: string): void;
  end(): void;
}

/** The parser keeps every open element in memory, and no honest document nests this deeply. */
const MAX_DEPTH = 100;
/** The most characters without an end of an element or a text. */
const MAX_SILENCE = 1024 * 1024;
const MAX_LOCATION_CHARACTERS = 4096;

/** Reads a text with one URL per line. */
function readLines(onLocation: (location: string) => void): Reader {
  let rest = "";
  const write = (text: string) => {
    const lines = (rest + text).split(/\r\n|\r|\n/);
    rest = (lines.pop() ?? "").slice(0, MAX_LOCATION_CHARACTERS);
    for (const line of lines) if (line.trim()) onLocation(line.trim());
  };
  return { write, end: () => write("\n") };
}

/**
 * Reads XML piece by piece and in bounded memory: the `loc` of each `url` or `sitemap`, whatever their prefixes. Throws
 * if the XML is not well-formed, elements nest too deeply or one does not end. Entities that the document defines are
 * never expanded.
 */
function readXml(onLocation: (location: string) => void): Reader {
  const parser = new SaxesParser<{ xmlns: false; position: true }>({
    xmlns: false,
    position: true,
  });
  /** The names of the open elements, without prefixes. */
  const open: string[] = [];
  let location = "";
  let silence = 0;
  const isLocation = () =>
    open.length === 3 && open[2] === "loc" && (open[1] === "url" || open[1] === "sitemap");
  const addText = (text: string) => {
    silence = 0;
    if (isLocation() && location.length < MAX_LOCATION_CHARACTERS)
      location += text.slice(0, MAX_LOCATION_CHARACTERS);
  };
  parser.on("opentag", ({ name }) => {
    silence = 0;
    open.push(name.slice(name.indexOf(":") + 1));
    if (open.length > MAX_DEPTH) throw new Error("elements nested too deeply");
    if (isLocation()) location = "";
  });
  parser.on("text", addText);
  parser.on("cdata", addText);
  parser.on("closetag", () => {
    silence = 0;
    if (isLocation()) onLocation(location.trim());
    open.pop();
  });
  parser.on("error", (error) => {
    throw error;
  });
  return {
    write(text) {
      silence += text.length;
      if (silence > MAX_SILENCE) throw new Error("an element that does not end");
      parser.write(text);
    },
    end: () => parser.close(),
  };
}
