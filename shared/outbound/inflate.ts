import type { Transform } from "node:stream";
import {
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
  createZstdDecompress,
} from "node:zlib";

/** Content codings must not need more than 8 MB of window (RFC 9659). */
const ZSTD_WINDOW = { params: { [constants.ZSTD_d_windowLogMax]: 23 } };

/** What inflates a body, and how many of its first bytes to leave out. */
export interface Inflater {
  stream: Transform;
  skipped: number;
}

/** Undefined if that takes more than these first bytes, unless there are no more. */
export type MakeInflater = (start: Buffer, isAll: boolean) => Inflater | undefined;

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
  ["gzip", afterGzipHeader],
  ["x-gzip", afterGzipHeader],
  ["deflate", (start) => unchecked(zlibHeader(start))],
] satisfies [string, MakeInflater][]);

const MAX_CODINGS = 3;

/**
 * How to inflate a body, by the first bytes of each coding, last coding first (RFC 9110, 8.4). Empty if there is
 * none, if one is unknown, or if there are more than any server means: the body then stays as it was sent.
 */
export function findInflaters(codings: string, isLenient: boolean): MakeInflater[] {
  const names = codings.split(",").map((coding) => coding.trim().toLowerCase());
  const inflaters = names.map((name) => (isLenient ? LENIENT : STRICT).get(name));
  const isKnown = inflaters.every((inflater) => inflater !== undefined);
  return isKnown && inflaters.length <= MAX_CODINGS ? inflaters.toReversed() : [];
}

/** Whether a body in these codings was inflated, or is in none. */
export function isDecoded(codings = ""): boolean {
  const isPlain = ["", "identity"].includes(codings.trim().toLowerCase());
  return isPlain || findInflaters(codings, true).length > 0;
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

function afterGzipHeader(start: Buffer, isAll: boolean): Inflater | undefined {
  const length = gzipHeader(start);
  return length !== undefined || isAll ? unchecked(length ?? 0) : undefined;
}

/** The length of the header (RFC 1952, 2.3); 0 if there is none, undefined if there may be more of it. */
function gzipHeader(start: Buffer): number | undefined {
  if (start.length < 10) return undefined;
  if (start.readUInt32BE() >>> 8 !== 0x1f8b08) return 0;
  const flags = start[3] ?? 0;
  let at = 10;
  if (flags & EXTRA) at += 2 + (start[at] ?? 0) + 256 * (start[at + 1] ?? 0);
  for (const text of [NAME, COMMENT]) {
    const end = flags & text ? start.indexOf(0, at) : at - 1;
    if (end < 0) return undefined;
    at = end + 1;
  }
  if (flags & CHECKSUM) at += 2;
  return at <= start.length ? at : undefined;
}
