import type { IncomingMessage } from "node:http";
import { pipeline, type Transform } from "node:stream";
import {
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
  createZstdDecompress,
} from "node:zlib";
import { OutboundError } from "./failure.ts";

const FIRST_BYTES = 16_384;

/** Allowance for headers, the handshake, read-ahead of streams and data that compression made longer. */
const OVERHEAD_BYTES = 262_144;

/** Content codings must not need more than 8 MB of window (RFC 9659). */
const ZSTD_WINDOW = { params: { [constants.ZSTD_d_windowLogMax]: 23 } };

const INFLATERS = new Map<string, (start: Buffer) => Transform>([
  ["gzip", () => createGunzip()],
  ["x-gzip", () => createGunzip()],
  ["deflate", (start) => (hasZlibHeader(start) ? createInflate() : createInflateRaw())],
  ["br", () => createBrotliDecompress()],
  ["zstd", () => createZstdDecompress(ZSTD_WINDOW)],
]);

export interface ReadBody {
  body: Buffer;
  truncated: boolean;
  /** Of the body on the wire, before it was inflated. */
  receivedBytes: number;
}

/**
 * Reads and inflates a body, up to `maxBytes`. A body in an unknown coding, or in several, stays as
 * it was sent. At the limit inflating stops, and so does reading data that inflates to nothing.
 */
export async function readBody(
  response: IncomingMessage,
  coding: string,
  maxBytes: number,
): Promise<ReadBody> {
  const inflate = INFLATERS.get(coding.trim().toLowerCase());
  const declared = inflate ? 0 : Number(response.headers["content-length"] ?? 0);
  const collector = new Collector(maxBytes, declared);
  if (response.complete && response.readableLength === 0) {
    // Waiting for the end of an empty body frees the connection, and is much cheaper than iterating.
    await new Promise((resolve) => response.once("end", resolve).resume());
    return { body: collector.bytes(), truncated: false, receivedBytes: 0 };
  }
  const sent = { bytes: 0 };
  const chunks = readChunks(response, { maxBytes: maxBytes + OVERHEAD_BYTES, sent });
  const { value: start } = await chunks.next();
  const done = (truncated: boolean) => ({
    body: collector.bytes(),
    truncated,
    receivedBytes: sent.bytes,
  });
  if (!start) return done(false);

  const inflater = inflate?.(start);
  const all = concatenate(start, chunks);
  const content = inflater ? pipeline(all, inflater, () => {}) : all;
  for await (const chunk of content) {
    if (!collector.add(chunk)) return done(true);
  }
  return done(false);
}

/** Throws if a server sends mostly framing, such as chunks of one byte, each of which costs 6 bytes. */
async function* readChunks(
  response: IncomingMessage,
  { maxBytes, sent }: { maxBytes: number; sent: { bytes: number } },
): AsyncGenerator<Buffer> {
  const { socket } = response;
  // A kept connection has carried earlier answers.
  const before = socket.bytesRead;
  for await (const chunk of response) {
    sent.bytes += chunk.length;
    const read = socket.bytesRead - before;
    const isWaste = sent.bytes > maxBytes || read > 2 * sent.bytes + OVERHEAD_BYTES;
    if (isWaste) throw new OutboundError("protocol", "");
    yield chunk;
  }
}

async function* concatenate(start: Buffer, rest: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  yield start;
  yield* rest;
}

/** Some servers send raw deflate data, without the zlib header that RFC 9110, 8.4.1.2 asks for. */
function hasZlibHeader(start: Buffer): boolean {
  return ((start[0] ?? 0) & 0x0f) === 8;
}

/**
 * Joins chunks up to a limit. It copies them into one growing buffer, because a list of chunks takes
 * a hundred times their size if a server sends single bytes.
 */
class Collector {
  readonly #maxBytes: number;
  #buffer: Buffer;
  #length = 0;

  /** `declared`: the announced length. Parts of the buffer that are never filled take no memory. */
  constructor(maxBytes: number, declared: number) {
    this.#maxBytes = maxBytes;
    this.#buffer = Buffer.alloc(Math.min(Math.max(FIRST_BYTES, declared || 0), maxBytes));
  }

  /** Adds as much of a chunk as fits; false if that was not all of it. */
  add(chunk: Buffer): boolean {
    const length = Math.min(this.#length + chunk.length, this.#maxBytes);
    if (length > this.#buffer.length) this.#grow(length);
    const fits = length - this.#length;
    chunk.copy(this.#buffer, this.#length, 0, fits);
    this.#length = length;
    return fits === chunk.length;
  }

  bytes(): Buffer {
    return this.#buffer.subarray(0, this.#length);
  }

  #grow(length: number) {
    const larger = Buffer.alloc(
      Math.min(Math.max(length, 2 * this.#buffer.length), this.#maxBytes),
    );
    this.#buffer.copy(larger, 0, 0, this.#length);
    this.#buffer = larger;
  }
}

/** How far HTML and XML are searched for a declared charset (HTML standard, 13.2.3.2). */
const PRESCAN_BYTES = 1_024;

/**
 * Decodes a body by its byte order mark, else the charset of its content type, of a `<meta>` or of
 * the XML declaration, else as UTF-8. Never throws; invalid bytes become U+FFFD.
 */
export function decodeText({
  body,
  headers,
}: {
  body: Buffer;
  headers: Record<string, string>;
}): string {
  const charset =
    byteOrderMark(body) ?? charsetOf(headers["content-type"] ?? "") ?? declaredCharset(body);
  return findDecoder(charset ?? "utf-8").decode(body);
}

function byteOrderMark(body: Buffer): string | undefined {
  if (body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf) return "utf-8";
  if (body[0] === 0xfe && body[1] === 0xff) return "utf-16be";
  if (body[0] === 0xff && body[1] === 0xfe) return "utf-16le";
  return undefined;
}

function charsetOf(text: string): string | undefined {
  return /charset\s*=\s*["']?([\w.:-]{1,40})/i.exec(text)?.[1];
}

/** A document whose declaration can be read as ASCII is not UTF-16, whatever it declares. */
function declaredCharset(body: Buffer): string | undefined {
  const start = body.subarray(0, PRESCAN_BYTES).toString("latin1");
  const metas = start.match(/<meta\b[^<>]*>/gi) ?? [];
  const xml = /^\s*<\?xml\b[^>]*?\bencoding\s*=\s*["']([\w.:-]{1,40})/i.exec(start)?.[1];
  const charset = metas.map(charsetOf).find(Boolean) ?? xml;
  return charset?.toLowerCase().startsWith("utf-16") ? "utf-8" : charset;
}

function findDecoder(charset: string): InstanceType<typeof TextDecoder> {
  try {
    return new TextDecoder(charset);
  } catch {
    return new TextDecoder();
  }
}
