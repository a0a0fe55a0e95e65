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
  odd("a reason phrase in Latin-1", startsWith("HTTP/1.1 200 D\xe9j\xe0 vu"), "shown", FINE),
  odd("HTTP/1.0", startsWith("HTTP/1.0 200 OK"), "shown", FINE),
  odd("HTTP/1.2", startsWith("HTTP/1.2 200 OK"), "shown", MALFORMED),
  odd("HTTP/2 as text", startsWith("HTTP/2 200 OK"), "shown", MALFORMED),
  odd("http in lower case", startsWith("http/1.1 200 ok"), "shown", MALFORMED),
  odd("no status", startsWith("HTTP/1.1 OK"), "shown", fails("protocol", NO_STATUS)),
  odd("nothing but a version", startsWith("HTTP/1.1"), "shown", fails("protocol", NO_STATUS)),
  odd("a tab before the status", startsWith("HTTP/1.1\t200 OK"), "shown", MALFORMED),
  odd("no space after the status", startsWith("HTTP/1.1 200OK"), "shown", MALFORMED),
  odd("a negative status", startsWith("HTTP/1.1 -200 OK"), "shown", fails("protocol", NO_STATUS)),
  odd(
    "a status of two digits",
    startsWith("HTTP/1.1 20 OK"),
    "shown",
    fails("protocol", NO_STATUS),
  ),
  odd("a blank line before", ends("\r\n", ok(), PAGE), "shown", FINE),
  odd("a byte order mark before", ends("\xef\xbb\xbf", ok(), PAGE), "shown", MALFORMED),
  odd("five characters before", ends("abcde", ok(), PAGE), NO_HTTP, fails("protocol")),
];

const noHttp: OddServer[] = [
  odd("no status line", ends(PAGE), NO_HTTP, fails("protocol")),
  odd("SSH", ends("SSH-2.0-OpenSSH_9.6\r\n"), NO_HTTP, fails("protocol")),
  odd("a head of CGI", startsWith("Status: 200 OK"), NO_HTTP, fails("protocol")),
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
  odd("no headers", ends("HTTP/1.1 200 OK\r\n\r\n", PAGE), "shown", FINE),
  odd(
    "lines of LF",
    ends(ok("content-length: 49").replaceAll("\r\n", "\n"), PAGE),
    "shown",
    MALFORMED,
  ),
  odd("lines of CR", ends(ok().replaceAll("\r\n", "\r"), PAGE), "blank", LIKE_ITS_STATUS),
  odd("a line without a colon", has("this is no header"), "shown", MALFORMED),
  odd(
    "a warning of PHP",
    has("<br />", "<b>Warning</b>:  x in <b>/a</b> on line <b>3</b><br />"),
    "shown",
    MALFORMED,
  ),
  odd("a space before a colon", has("x-one : 1"), "shown", MALFORMED),
  odd("Latin-1 in a name", has("x-\xe9: 1"), "shown", MALFORMED),
  odd("UTF-8 in a value", has("x-one: \xc3\xa9"), "shown", FINE),
  odd("a control character in a value", has("x-one: a\x01b"), "shown", MALFORMED),
  odd("NUL in a value", has("x-one: a\0b"), NO_HTTP, LIKE_ITS_STATUS),
  odd("a folded header", has("x-one: 1", " 2"), "shown", MALFORMED),
  odd("300 headers", has(...Array.from({ length: 300 }, (_, at) => `x-${at}: 1`)), "shown", FINE),
  odd("60 kB of headers", has(`x: ${"y".repeat(60_000)}`), "shown", FINE),
  odd("130 kB of headers", has(`x: ${"y".repeat(130_000)}`), "shown", FINE),
  odd(
    "300 kB of headers",
    has(`x: ${"y".repeat(300_000)}`),
    "ERR_RESPONSE_HEADERS_TOO_BIG",
    LIKE_ITS_STATUS,
  ),
  odd("two content types", has("content-type: text/html; charset=utf-8"), "shown", FINE),
  odd("an upgrade that is offered", has("upgrade: h2,h2c", "connection: Upgrade"), "shown", FINE),
  odd(
    "a download",
    ends("HTTP/1.1 200 OK\r\ncontent-disposition: attachment\r\n\r\n", PAGE),
    "ERR_ABORTED",
    [...FINE, "The server works."],
  ),
];

export const heads: OddServer[] = [...starts, ...noHttp, ...headers];
