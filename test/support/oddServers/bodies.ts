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
  odd(
    "a length that is too long, and a reset",
    resets(ok(`content-length: ${LENGTH + 10}`), PAGE),
    "shown",
    IN_PART,
  ),
  odd("a length without a byte", ends(ok("content-length: 10")), "blank", unread("reset")),
  odd("a length that is too short", has(`content-length: ${LENGTH - 5}`), "shown", FINE),
  odd("a length of 0 with a body", has("content-length: 0"), "blank", [...FINE, EMPTY]),
  odd("an empty page", ends(ok("content-length: 0")), "blank", [...FINE, EMPTY]),
  odd("a negative length", has("content-length: -5"), "shown", MALFORMED),
  odd(
    "a length twice",
    has(`content-length: ${LENGTH}`, `content-length: ${LENGTH}`),
    "shown",
    MALFORMED,
  ),
  odd("a length twice in a line", has(`content-length: ${LENGTH}, ${LENGTH}`), "shown", MALFORMED),
  odd(
    "two lengths",
    has(`content-length: ${LENGTH}`, "content-length: 5"),
    TWO_LENGTHS,
    LIKE_ITS_STATUS,
  ),
  odd("no length", has(), "shown", FINE),
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
  odd("Chunked", ends(ok("Transfer-Encoding: Chunked"), CHUNKS), "shown", FINE),
  odd("chunked twice", ends(ok("transfer-encoding: chunked, chunked"), CHUNKS), "shown", FINE),
  odd("an unknown transfer coding", has("transfer-encoding: bogus"), "shown", FINE),
  odd(
    "identity and a length",
    has("transfer-encoding: identity", `content-length: ${LENGTH}`),
    "shown",
    MALFORMED,
  ),
  odd("an empty transfer coding", has("transfer-encoding:"), "shown", MALFORMED),
  odd(
    "chunked in HTTP/1.0",
    ends(head("HTTP/1.0 200 OK", "transfer-encoding: chunked"), CHUNKS),
    "shown",
    FINE,
  ),
  odd("chunked without chunks", chunked(`${PAGE}\n`), "blank", LIKE_ITS_STATUS),
  odd("an extension", chunked(CHUNKS.replace("\r", ";a=b\r")), "shown", FINE),
  odd("a broken extension", chunked(CHUNKS.replace("\r", '; a = "b\r')), "shown", MALFORMED),
  odd("zeros before a size", chunked(`0000${CHUNKS}`), "shown", FINE),
  odd("a space before a size", chunked(` ${CHUNKS}`), "blank", LIKE_ITS_STATUS),
  odd("chunks in lines of LF", chunked(CHUNKS.replaceAll("\r\n", "\n")), "shown", MALFORMED),
  odd("a size of 20 digits", chunked(`${"f".repeat(20)}\r\n${PAGE}`), "blank", LIKE_ITS_STATUS),
  odd(
    "a chunk longer than its size",
    chunked(`5\r\n${PAGE}\r\n0\r\n\r\n`),
    "blank",
    LIKE_ITS_STATUS,
  ),
  odd("no last chunk", chunked(`${SIZE}\r\n${PAGE}\r\n`), "shown", IN_PART),
  odd("a chunk that breaks off", chunked(`ff\r\n${PAGE}`), "shown", IN_PART),
  odd("no chunk at all", chunked(""), "blank", unread("reset")),
  odd("trailers", chunked(`${SIZE}\r\n${PAGE}\r\n0\r\nx: 1\r\n\r\n`), "shown", FINE),
  odd("broken trailers", chunked(`${SIZE}\r\n${PAGE}\r\n0\r\nx\r\n\r\n`), "shown", MALFORMED),
  odd("more after the last chunk", chunked(`${CHUNKS}more`), "shown", FINE),
];

const coded = (coding: string, body: Buffer | string, ...headers: string[]): Talk =>
  ends(ok(`content-encoding: ${coding}`, ...headers), body);
const gzipped = gzipSync(PAGE);

const codings: OddServer[] = [
  odd("GZIP", coded("GZIP", gzipped), "shown", FINE),
  odd("gzip that is none", coded("gzip", PAGE), "blank", unread("protocol")),
  odd("gzip with a wrong checksum", coded("gzip", damaged(gzipped)), "shown", FINE),
  odd("gzip and more", coded("gzip", bytesOf(gzipped, "\nmore")), "shown", FINE),
  odd("gzip without its end", coded("gzip", gzipped.subarray(0, -8)), "shown", FINE),
  odd("gzip of nothing", coded("gzip", ""), "blank", [...FINE, EMPTY]),
  odd("deflate with a header", coded("deflate", deflateSync(PAGE)), "shown", FINE),
  odd("deflate without a header", coded("deflate", deflateRawSync(PAGE)), "shown", FINE),
  odd("br", coded("br", brotliCompressSync(PAGE)), "shown", FINE),
  odd("br that is none", coded("br", PAGE), "blank", unread("protocol")),
  odd("zstd", coded("zstd", zstdCompressSync(PAGE)), "shown", FINE),
  odd("zstd that is none", coded("zstd", PAGE), "blank", unread("protocol")),
  odd("an unknown coding", coded("utf-8", PAGE), "shown", FINE),
  odd("an empty coding", coded("", PAGE), "shown", FINE),
  odd("gzip and an unknown coding", coded("gzip, x", gzipped), "blank", [
    ...FINE,
    "Chromium shows the compressed bytes; bodies in several codings are not read.",
  ]),
  odd("gzip named twice", coded("gzip, gzip", gzipped), "blank", [
    ...FINE,
    "Bodies in several codings are not read.",
  ]),
  odd("a byte order mark in the page", ends(ok(), "\xef\xbb\xbf", PAGE), "shown", FINE),
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
