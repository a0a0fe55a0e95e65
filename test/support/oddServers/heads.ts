import {
  ends,
  FINE,
  head,
  LIKE_ITS_STATUS,
  MALFORMED,
  type OddServer,
  type Ours,
  odd,
  ok,
  PAGE,
  type Talk,
} from "./oddServer.ts";

const startsWith = (line: string): Talk => ends(head(line), PAGE);
const has = (...headers: string[]): Talk => ends(ok(...headers), PAGE);
const NO_HTTP = "ERR_INVALID_HTTP_RESPONSE";
const NO_STATUS = "Only a status line with a status of three digits counts.";
const fails = (failure: string, why?: string): Ours => [failure, failure, failure, why];

/** Status lines and what comes before them. */
const starts: OddServer[] = [
  odd("no reason phrase", startsWith("HTTP/1.1 200"), "shown", FINE),
  odd("HTTP/1.0", startsWith("HTTP/1.0 200 OK"), "shown", FINE),
  odd("HTTP/2 as text", startsWith("HTTP/2 200 OK"), "shown", MALFORMED),
  odd("no status", startsWith("HTTP/1.1 OK"), "shown", fails("protocol", NO_STATUS)),
  odd(
    "a status of two digits",
    startsWith("HTTP/1.1 20 OK"),
    "shown",
    fails("protocol", NO_STATUS),
  ),
  odd("five characters before", ends("abcde", ok(), PAGE), NO_HTTP, fails("protocol")),
];

const noHttp: OddServer[] = [
  odd("no status line", ends(PAGE), NO_HTTP, fails("protocol")),
  odd("no byte", ends(""), "ERR_EMPTY_RESPONSE", fails("reset")),
  odd(
    "a reset at once",
    (socket) => void socket.resetAndDestroy(),
    "ERR_CONNECTION_RESET",
    fails("reset"),
  ),
  odd(
    "a head that breaks off",
    ends("HTTP/1.1 200 OK\r\ncontent-type: text/html\r\n"),
    "blank",
    fails("reset"),
  ),
];

const headers: OddServer[] = [
  odd(
    "lines of LF",
    ends(ok("content-length: 49").replaceAll("\r\n", "\n"), PAGE),
    "shown",
    MALFORMED,
  ),
  odd("a line without a colon", has("this is no header"), "shown", MALFORMED),
  odd("UTF-8 in a value", has("x-one: \xc3\xa9"), "shown", FINE),
  odd("NUL in a value", has("x-one: a\0b"), NO_HTTP, LIKE_ITS_STATUS),
  odd("a folded header", has("x-one: 1", " 2"), "shown", MALFORMED),
  odd("130 kB of headers", has(`x: ${"y".repeat(130_000)}`), "shown", FINE),
  odd(
    "300 kB of headers",
    has(`x: ${"y".repeat(300_000)}`),
    "ERR_RESPONSE_HEADERS_TOO_BIG",
    LIKE_ITS_STATUS,
  ),
  odd("an upgrade that is offered", has("upgrade: h2,h2c", "connection: Upgrade"), "shown", FINE),
  odd(
    "a download",
    ends("HTTP/1.1 200 OK\r\ncontent-disposition: attachment\r\n\r\n", PAGE),
    "ERR_ABORTED",
    [...FINE, "The server works."],
  ),
];

const says = (status: number, why = "A page with an error status is no page."): Ours => [
  `http ${status}`,
  `http ${status}`,
  "failed",
  why,
];
const NOTHING = "The server says that it has nothing to show.";

/** Statuses, and answers 1xx before them. */
const statuses: OddServer[] = [
  odd("404 with a page", startsWith("HTTP/1.1 404 Not Found"), "shown", says(404)),
  odd(
    "404 without a page",
    ends(head("HTTP/1.1 404 No", "content-length: 0")),
    "ERR_HTTP_RESPONSE_CODE_FAILURE",
    says(404),
  ),
  odd("999", startsWith("HTTP/1.1 999 Denied"), "shown", says(999)),
  odd("401 with a page", startsWith("HTTP/1.1 401 Who"), "shown", [
    "up (401)",
    "http 401",
    "failed",
  ]),
  odd("206", startsWith("HTTP/1.1 206 Partial"), "shown", FINE),
  odd("204", ends(head("HTTP/1.1 204 No Content")), "ERR_ABORTED", [...FINE, NOTHING]),
  odd("304 unasked", ends(head("HTTP/1.1 304 Not Modified")), "ERR_ABORTED", [
    "up",
    "http 304",
    "failed",
    "The server says that it has what was asked for.",
  ]),
  odd(
    "103 before",
    ends("HTTP/1.1 103 Early Hints\r\nlink: </a.css>; rel=preload\r\n\r\n", ok(), PAGE),
    "shown",
    FINE,
  ),
  odd(
    "100 and no more",
    ends("HTTP/1.1 100 Continue\r\n\r\n"),
    "ERR_EMPTY_RESPONSE",
    fails("reset"),
  ),
  odd(
    "101 unasked",
    ends("HTTP/1.1 101 Go\r\nupgrade: h2c\r\nconnection: upgrade\r\n\r\n"),
    "ERR_EMPTY_RESPONSE",
    fails("protocol"),
  ),
];

export const heads: OddServer[] = [...starts, ...noHttp, ...headers, ...statuses];
