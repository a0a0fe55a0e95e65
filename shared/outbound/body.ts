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
import { MAX_HEADER_BYTES } from "./headers.ts";

const FIRST_BYTES = 16_384;

/** Allowance for headers, the handshake, read-ahead of streams and data that compression made longer. */
const OVERHEAD_BYTES = MAX_HEADER_BYTES + 262_144;

interface BodyLimits {
  /** Of the inflated body. */
  maxBytes: number;
  /** Whether compressed data is inflated as browsers do. */
  isLenient: boolean;
}

export interface ReadBody {
  body: Buffer;
  truncated: boolean;
  /** Of the body on the wire, before it was inflated. */
  receivedBytes: number;
  /** Why there is no more of it. */
  error?: Error | undefined;
}

/**
 * Reads and inflates a body, up to `maxBytes`. A body in an unknown coding, or in several, stays as
 * it was sent. At the limit inflating stops, and so does reading data that inflates to nothing.
 */
export async function readBody(
  response: IncomingMessage,
  coding: string,
  { maxBytes, isLenient }: BodyLimits,
): Promise<ReadBody> {
  const inflate = findInflater(coding, isLenient);
  const declared = inflate ? 0 : Number(response.headers["content-length"] ?? 0);
  const collector = new Collector(maxBytes, declared);
  if (response.complete && response.readableLength === 0) {
    // Waiting for the end of an empty body frees the connection, and is much cheaper than iterating.
    await new Promise((resolve) => response.once("end", resolve).resume());
    return { body: collector.bytes(), truncated: false, receivedBytes: 0 };
  }
  const sent: Sent = { bytes: 0 };
  const chunks = readChunks(response, { maxBytes: maxBytes + OVERHEAD_BYTES, sent });
  const { value: start } = await chunks.next();
  const done = (truncated: boolean, error = sent.error) => ({
    ...{ body: collector.bytes(), truncated, error },
    receivedBytes: sent.bytes,
  });
  if (!start) return done(false);

  const { stream, skipped = 0 } = inflate?.(start) ?? {};
  const all = concatenate(start.subarray(skipped), chunks);
  const content = stream ? pipeline(all, stream, () => {}) : all;
  try {
    for await (const chunk of content) {
      if (!collector.add(chunk)) return done(true);
    }
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return done(false, sent.error ?? error);
  }
  return done(false);
}

interface Sent {
  bytes: number;
  error?: Error;
}

/**
 * Ends with an error in `sent` if the connection breaks, or if a server sends mostly framing, such as chunks
 * of one byte, each of which costs 6 bytes.
 */
async function* readChunks(
  response: IncomingMessage,
  { maxBytes, sent }: { maxBytes: number; sent: Sent },
): AsyncGenerator<Buffer> {
  const { socket } = response;
  // A kept connection has carried earlier answers.
  const before = socket.bytesRead;
  try {
    for await (const chunk of response) {
      sent.bytes += chunk.length;
      const read = socket.bytesRead - before;
      const isWaste = sent.bytes > maxBytes || read > 2 * sent.bytes + OVERHEAD_BYTES;
      if (isWaste) throw new OutboundError("protocol", "");
      yield chunk;
    }
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    sent.error = error;
  }
}

async function* concatenate(start: Buffer, rest: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  yield start;
  yield* rest;
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

/** Content codings must not need more than 8 MB of window (RFC 9659). */
const ZSTD_WINDOW = { params: { [constants.ZSTD_d_windowLogMax]: 23 } };

/** What inflates a body, and how many of its first bytes to leave out. */
interface Inflater {
  stream: Transform;
  skipped: number;
}

type MakeInflater = (start: Buffer) => Inflater;

const STRICT = new Map<string, MakeInflater>([
  ["gzip", () => whole(createGunzip())],
  ["x-gzip", () => whole(createGunzip())],
  ["deflate", (start) => whole(zlibHeader(start) > 0 ? createInflate() : createInflateRaw())],
  ["br", () => whole(createBrotliDecompress())],
  ["zstd", () => whole(createZstdDecompress(ZSTD_WINDOW))],
]);

/** As browsers inflate: checksums do not count, nor what follows them, and the data may break off. */
const LENIENT = new Map([
  ...STRICT,
  ["gzip", (start) => unchecked(gzipHeader(start))],
  ["x-gzip", (start) => unchecked(gzipHeader(start))],
  ["deflate", (start) => unchecked(zlibHeader(start))],
] satisfies [string, MakeInflater][]);

/** How to inflate a body in this coding, by its first bytes; undefined for an unknown coding, or several. */
function findInflater(coding: string, isLenient: boolean): MakeInflater | undefined {
  return (isLenient ? LENIENT : STRICT).get(coding.trim().toLowerCase());
}

function whole(stream: Transform): Inflater {
  return { stream, skipped: 0 };
}

function unchecked(skipped: number): Inflater {
  return { stream: createInflateRaw({ finishFlush: constants.Z_SYNC_FLUSH }), skipped };
}

/** The length of the header; 0 for raw deflate data, which some servers send although RFC 9110, 8.4.1.2 asks for one. */
function zlibHeader(start: Buffer): number {
  return ((start[0] ?? 0) & 0x0f) === 8 ? 2 : 0;
}

const EXTRA = 4;
const NAME = 8;
const COMMENT = 16;
const CHECKSUM = 2;

/** The length of the header (RFC 1952, 2.3); 0 if these bytes do not begin with one. */
function gzipHeader(start: Buffer): number {
  if (start.length < 10 || start.readUInt32BE() >>> 8 !== 0x1f8b08) return 0;
  const flags = start[3] ?? 0;
  let at = 10;
  if (flags & EXTRA) at += 2 + (start[at] ?? 0) + 256 * (start[at + 1] ?? 0);
  for (const text of [NAME, COMMENT]) {
    if (flags & text) at = start.indexOf(0, at) + 1;
  }
  return flags & CHECKSUM ? at + 2 : at;
}
