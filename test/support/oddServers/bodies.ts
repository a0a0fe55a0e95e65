import {
  brotliCompressSync,
  deflateRawSync,
  deflateSync,
  gzipSync,
  zstdCompressSync,
} from "node:zlib";
import {
  bytesOf,
  ends,
  FINE,
  head,
  IN_PART,
  LIKE_ITS_STATUS,
  MALFORMED,
  type OddServer,
  type Ours,
  odd,
  ok,
  PAGE,
  type Talk,
} from "./oddServer.ts";

const LENGTH = PAGE.length;
const SIZE = LENGTH.toString(16);
const CHUNKS = `${SIZE}\r\n${PAGE}\r\n0\r\n\r\n`;

const has = (...headers: string[]): Talk => ends(ok(...headers), PAGE);
const lasts =
  (...parts: string[]): Talk =>
  (socket) =>
    void socket.write(bytesOf(...parts));
const resets =
  (...parts: string[]): Talk =>
  (socket) =>
    void socket.write(bytesOf(...parts), () => setTimeout(() => socket.resetAndDestroy(), 30));

/** Refused by the probe and the crawl; a webhook's endpoint has said enough with its status. */
const unread = (failure: string, why?: string): Ours => [failure, failure, "delivered", why];
const NO_END = "A page that does not come within ten seconds is not there for its visitors.";
const EMPTY = "The server says that the page is empty.";
const TWO_LENGTHS = "ERR_RESPONSE_HEADERS_MULTIPLE_CONTENT_LENGTH";

const lengths: OddServer[] = [
  odd("a length that is too long", has(`content-length: ${LENGTH + 10}`), "shown", IN_PART),
  odd("a length without a byte", ends(ok("content-length: 10")), "blank", unread("reset")),
  odd("a length of 0 with a body", has("content-length: 0"), "blank", [...FINE, EMPTY]),
  odd(
    "a length twice",
    has(`content-length: ${LENGTH}`, `content-length: ${LENGTH}`),
    "shown",
    MALFORMED,
  ),
  odd(
    "two lengths",
    has(`content-length: ${LENGTH}`, "content-length: 5"),
    TWO_LENGTHS,
    LIKE_ITS_STATUS,
  ),
  odd("no length, and a reset", resets(ok(), PAGE), "shown", IN_PART),
];

const chunked = (body: string, ...headers: string[]): Talk =>
  ends(ok("transfer-encoding: chunked", ...headers), body);

const chunks: OddServer[] = [
  odd(
    "a length before chunked",
    ends(ok("content-length: 5", "transfer-encoding: chunked"), CHUNKS),
    "shown",
    MALFORMED,
  ),
  odd(
    "chunked in HTTP/1.0",
    ends(head("HTTP/1.0 200 OK", "transfer-encoding: chunked"), CHUNKS),
    "shown",
    FINE,
  ),
  odd("chunked without chunks", chunked(`${PAGE}\n`), "blank", LIKE_ITS_STATUS),
  odd("no last chunk", chunked(`${SIZE}\r\n${PAGE}\r\n`), "shown", IN_PART),
  odd("no chunk at all", chunked(""), "blank", unread("reset")),
  odd("broken trailers", chunked(`${SIZE}\r\n${PAGE}\r\n0\r\nx\r\n\r\n`), "shown", MALFORMED),
];

const coded = (coding: string, body: Buffer | string, ...headers: string[]): Talk =>
  ends(ok(`content-encoding: ${coding}`, ...headers), body);
const gzipped = gzipSync(PAGE);

const codings: OddServer[] = [
  odd("gzip that is none", coded("gzip", PAGE), "blank", unread("protocol")),
  odd("gzip with a wrong checksum", coded("gzip", damaged(gzipped)), "shown", FINE),
  odd("gzip without its end", coded("gzip", gzipped.subarray(0, -8)), "shown", FINE),
  odd("deflate with a header", coded("deflate", deflateSync(PAGE)), "shown", FINE),
  odd("deflate without a header", coded("deflate", deflateRawSync(PAGE)), "shown", FINE),
  odd("br", coded("br", brotliCompressSync(PAGE)), "shown", FINE),
  odd("zstd", coded("zstd", zstdCompressSync(PAGE)), "shown", FINE),
  odd("an unknown coding", coded("utf-8", PAGE), "shown", FINE),
  odd("gzip and an unknown coding", coded("gzip, x", gzipped), "blank", [
    ...FINE,
    "Chromium shows the compressed bytes; bodies in several codings are not read.",
  ]),
  odd("UTF-16", ends(ok(), Buffer.from(`\ufeff${PAGE}`, "utf16le")), "shown", FINE),
];

function damaged(packed: Buffer): Buffer {
  return Buffer.concat([packed.subarray(0, -8), Buffer.alloc(8, 1)]);
}

/** Servers that are waited for. */
export const slow: OddServer[] = [
  odd("a head that stalls", lasts("HTTP/1.1 200 OK\r\n"), "waits", [
    "timeout",
    "timeout",
    "timeout",
    NO_END,
  ]),
  odd("a body that stalls", lasts(ok("content-length: 100"), PAGE), "shown", [
    "timeout",
    "timeout",
    "delivered",
    NO_END,
  ]),
];

export const bodies: OddServer[] = [...lengths, ...chunks, ...codings];
