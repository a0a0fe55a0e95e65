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

/** Allowance for headers, the handshake, read-ahead of streams, and data that compression made longer. */
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
  /** Why the body ended early. */
  error?: Error | undefined;
}

/**
 * Reads and inflates a body, up to `maxBytes`. A body in an unknown coding stays as sent. At the limit inflating
 * stops. Reading also stops if data inflates to nothing.
 */
export async function readBody(
  response: IncomingMessage,
  contentEncoding: string,
  { maxBytes, isLenient }: BodyLimits,
): Promise<ReadBody> {
  const codings = codingsOf(contentEncoding);
  const declared = codings.length > 0 ? 0 : Number(response.headers["content-length"] ?? 0);
  let buffer: Buffer = Buffer.alloc(Math.min(Math.max(FIRST_BYTES, declared || 0), maxBytes));
  let length = 0;
  const collect = (chunk: Buffer) => {
    // One growing buffer, because a list of chunks of one byte takes a hundred times their size.
    if (length + chunk.length > buffer.length) {
      const size = Math.max(length + chunk.length, 2 * buffer.length);
      buffer = Buffer.concat([buffer], Math.min(size, maxBytes));
    }
    const copied = chunk.copy(buffer, length);
    length += copied;
    return copied === chunk.length;
  };
  if (response.complete && response.readableLength === 0) {
    // Waiting for the end of an empty body frees the connection, and is much cheaper than iterating.
    await new Promise((resolve) => response.once("end", resolve).resume());
    return { body: Buffer.alloc(0), truncated: false, receivedBytes: 0 };
  }
  const sent: Sent = { bytes: 0 };
  const done = (truncated: boolean, error = sent.error) => ({
    ...{ body: buffer.subarray(0, length), truncated, error },
    receivedBytes: sent.bytes,
  });
  let content = readChunks(response, { maxBytes: maxBytes + OVERHEAD_BYTES, sent });
  try {
    for (const coding of codings)
      content = limited(await inflated(content, coding, isLenient), maxBytes + OVERHEAD_BYTES);
    for await (const chunk of content) {
      if (!collect(chunk)) return done(true);
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

/** Ends with an error in `sent` if the connection breaks, or after `maxBytes`: data may inflate to nothing. */
async function* readChunks(
  response: IncomingMessage,
  { maxBytes, sent }: { maxBytes: number; sent: Sent },
): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of response) {
      sent.bytes += chunk.length;
      if (sent.bytes > maxBytes) throw new OutboundError("protocol", "");
      yield chunk;
    }
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    sent.error = error;
  }
}

const CODINGS = new Set(["gzip", "x-gzip", "deflate", "br", "zstd"]);
const MAX_CODINGS = 3;
/** Content codings must not need more than 8 MB of window (RFC 9659). */
const ZSTD_WINDOW = { params: { [constants.ZSTD_d_windowLogMax]: 23 } };
/**
 * The codings of a body, the last one first (RFC 9110, 8.4). Empty if the body is not coded, if a coding is unknown,
 * or if there are more than any honest server uses: the body then stays as sent.
 */
function codingsOf(contentEncoding: string): string[] {
  const codings = contentEncoding.split(",").map((coding) => coding.trim().toLowerCase());
  const isKnown = codings.length <= MAX_CODINGS && codings.every((each) => CODINGS.has(each));
  return isKnown ? codings.toReversed() : [];
}

/** Whether a body with this `content-encoding` was inflated, or is in no coding. */
export function isDecoded(contentEncoding = ""): boolean {
  const isPlain = ["", "identity"].includes(contentEncoding.trim().toLowerCase());
  return isPlain || codingsOf(contentEncoding).length > 0;
}

/**
 * Undoes one coding. Lenient reading ignores checksums and whatever follows the data, and accepts truncated data, as
 * browsers do.
 */
async function inflated(
  chunks: AsyncGenerator<Buffer>,
  coding: string,
  isLenient: boolean,
): Promise<AsyncIterable<Buffer>> {
  const { value: start } = await chunks.next();
  if (!start) return chunks;
  const through = (stream: Transform, skipped = 0) =>
    pipeline(concatenate(start.subarray(skipped), chunks), stream, () => {});
  if (coding === "br") return through(createBrotliDecompress());
  if (coding === "zstd") return through(createZstdDecompress(ZSTD_WINDOW));
  const headerBytes = coding === "deflate" ? deflateHeaderBytes(start) : gzipHeaderBytes(start);
  const lenient = isLenient ? { finishFlush: constants.Z_SYNC_FLUSH } : {};
  if (headerBytes === 0 || (isLenient && headerBytes !== undefined))
    return through(createInflateRaw(lenient), headerBytes);
  return through(coding === "deflate" ? createInflate(lenient) : createGunzip(lenient));
}

/** 0 if the header is missing that RFC 9110, 8.4.1.2 requires. */
function deflateHeaderBytes(start: Buffer): number {
  return ((start[0] ?? 0) & 0x0f) === 8 ? 2 : 0;
}

/** The bytes of a gzip header (RFC 1952, 2.3); undefined if it has a name or more, or does not begin the data whole. */
function gzipHeaderBytes(start: Buffer): number | undefined {
  return start.length >= 10 && start.readUInt32BE() === 0x1f8b0800 ? 10 : undefined;
}

/**
 * Ends after this many bytes. A body that is compressed twice may be large between the codings, and small at the end.
 */
async function* limited(chunks: AsyncIterable<Buffer>, maxBytes: number): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.length;
    yield chunk;
    if (bytes > maxBytes) return;
  }
}

async function* concatenate(start: Buffer, rest: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  yield start;
  yield* rest;
}
