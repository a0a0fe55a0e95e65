import {
  ends,
  FINE,
  head,
  MALFORMED,
  type OddServer,
  type Ours,
  odd,
  ok,
  PAGE,
  type Talk,
} from "./oddServer.ts";

const startsWith = (line: string): Talk => ends(head(line), PAGE);
const fails = (failure: string): Ours => [failure, failure, failure];
const says = (status: number, why = "A page with an error status is no page."): Ours => [
  `http ${status}`,
  `http ${status}`,
  "failed",
  why,
];
const NOTHING = "The server says that it has nothing to show.";

/** Statuses, and answers 1xx before them. */
export const statuses: OddServer[] = [
  odd("404 with a page", startsWith("HTTP/1.1 404 Not Found"), "shown", says(404)),
  odd(
    "404 without a page",
    ends(head("HTTP/1.1 404 No", "content-length: 0")),
    "ERR_HTTP_RESPONSE_CODE_FAILURE",
    says(404),
  ),
  odd("503 with a page", startsWith("HTTP/1.1 503 Busy"), "shown", says(503)),
  odd("407", startsWith("HTTP/1.1 407 Proxy"), "ERR_UNEXPECTED_PROXY_AUTH", says(407)),
  odd("999", startsWith("HTTP/1.1 999 Denied"), "shown", says(999)),
  odd("401 with a page", startsWith("HTTP/1.1 401 Who"), "shown", [
    "up (401)",
    "http 401",
    "failed",
  ]),
  odd("403 with a page", startsWith("HTTP/1.1 403 No"), "shown", [
    "up (403)",
    "http 403",
    "failed",
  ]),
  odd("206", startsWith("HTTP/1.1 206 Partial"), "shown", FINE),
  odd("204", ends(head("HTTP/1.1 204 No Content")), "ERR_ABORTED", [...FINE, NOTHING]),
  odd("204 with a body", ends(head("HTTP/1.1 204 No Content"), PAGE), "ERR_ABORTED", [
    ...FINE,
    NOTHING,
  ]),
  odd("205", ends(head("HTTP/1.1 205 Reset", "content-length: 0")), "ERR_ABORTED", [
    ...FINE,
    NOTHING,
  ]),
  odd("304 unasked", ends(head("HTTP/1.1 304 Not Modified")), "ERR_ABORTED", [
    "up",
    "http 304",
    "failed",
    "The server says that it has what was asked for.",
  ]),
  odd("100 before", ends("HTTP/1.1 100 Continue\r\n\r\n", ok(), PAGE), "shown", FINE),
  odd(
    "103 before",
    ends("HTTP/1.1 103 Early Hints\r\nlink: </a.css>; rel=preload\r\n\r\n", ok(), PAGE),
    "shown",
    FINE,
  ),
  odd(
    "100 before, in lines of LF",
    ends("HTTP/1.1 100 Continue\n\n", ok(), PAGE),
    "shown",
    MALFORMED,
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
