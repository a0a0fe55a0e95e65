import type { Socket } from "node:net";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { PoliteClient } from "../../../../shared/audit/pages/politeClient.ts";
import { allowLocalAddresses } from "../../../../shared/platform/outbound/destination.ts";
import { OutboundError } from "../../../../shared/platform/outbound/failure.ts";
import { keepAlive } from "../../../../shared/platform/outbound/hop.ts";
import { systemClock } from "../../../../shared/platform/time.ts";
import { probeWebsite } from "../../../../shared/uptime/probeWebsite.ts";
import { makeAttempt } from "../../../../shared/webhooks/attempt.ts";
import { startRawServer } from "./rawServer.ts";

beforeAll(() => allowLocalAddresses());

const PAGE = "<!doctype html><title>A page</title><h1>Here</h1>";
const LENGTH = PAGE.length;
const CHUNK = `${LENGTH.toString(16)}\r\n${PAGE}\r\n`;
const END = "0\r\n\r\n";

const head = (start: string, ...headers: string[]) =>
  [start, "content-type: text/html", "connection: close", ...headers, "", ""].join("\r\n");
const ok = (...headers: string[]) => head("HTTP/1.1 200 OK", ...headers);
const status = (line: string) => head(line) + PAGE;
const has = (...headers: string[]) => ok(...headers) + PAGE;
const chunked = (body: string, ...headers: string[]) =>
  ok(...headers, "transfer-encoding: chunked") + body;
const redirect = (...headers: string[]) =>
  head("HTTP/1.1 302 Found", "content-length: 0", ...headers);

/** What the probe, the crawl and a webhook's delivery make of an answer. */
type Verdicts = [probe: string, crawl: string, webhook: string];

const FINE: Verdicts = ["up", "page", "delivered"];
/** Node's parser refuses the answer: its status line counts. */
const MALFORMED: Verdicts = ["up", "malformed", "delivered"];
/** The body breaks off after its first bytes. */
const IN_PART: Verdicts = ["up", "part", "delivered"];
const fails = (failure: string): Verdicts => [failure, failure, failure];
/** A webhook's endpoint has said enough with its status. */
const unread = (failure: string): Verdicts => [failure, failure, "delivered"];
const says = (code: number): Verdicts => [`http ${code}`, `http ${code}`, "failed"];
const leadsTo = (failure: string): Verdicts => [failure, failure, "failed"];

const answers: [name: string, text: string, verdicts: Verdicts][] = [
  ["no reason phrase", status("HTTP/1.1 200"), FINE],
  ["HTTP/1.0", status("HTTP/1.0 200 OK"), FINE],
  ["HTTP/2 as text", status("HTTP/2 200 OK"), MALFORMED],
  ["no status", status("HTTP/1.1 OK"), fails("protocol")],
  ["a status of two digits", status("HTTP/1.1 20 OK"), fails("protocol")],
  ["five characters before", `abcde${ok()}${PAGE}`, fails("protocol")],
  ["no status line", PAGE, fails("protocol")],
  ["no byte", "", fails("reset")],
  ["a head that breaks off", "HTTP/1.1 200 OK\r\ncontent-type: text/html\r\n", fails("reset")],
  ["lines of LF", ok("content-length: 49").replaceAll("\r\n", "\n") + PAGE, MALFORMED],
  ["a line without a colon", has("this is no header"), MALFORMED],
  ["UTF-8 in a value", has("x-one: \xc3\xa9"), FINE],
  ["NUL in a value", has("x-one: a\0b"), MALFORMED],
  ["a folded header", has("x-one: 1", " 2"), MALFORMED],
  ["130 kB of headers", has(`x: ${"y".repeat(130_000)}`), FINE],
  ["300 kB of headers", has(`x: ${"y".repeat(300_000)}`), MALFORMED],
  ["an upgrade that is offered", has("upgrade: h2,h2c", "connection: Upgrade"), FINE],
  ["404 with a page", status("HTTP/1.1 404 Not Found"), says(404)],
  ["999", status("HTTP/1.1 999 Denied"), says(999)],
  ["401 with a page", status("HTTP/1.1 401 Who"), ["up (401)", "http 401", "failed"]],
  ["206", status("HTTP/1.1 206 Partial"), FINE],
  ["204", head("HTTP/1.1 204 No Content"), FINE],
  ["304 unasked", head("HTTP/1.1 304 Not Modified"), ["up", "http 304", "failed"]],
  ["103 before", `HTTP/1.1 103 Early Hints\r\nlink: </a.css>\r\n\r\n${ok()}${PAGE}`, FINE],
  ["100 and no more", "HTTP/1.1 100 Continue\r\n\r\n", fails("reset")],
  [
    "101 unasked",
    "HTTP/1.1 101 Go\r\nupgrade: h2c\r\nconnection: upgrade\r\n\r\n",
    fails("protocol"),
  ],
  ["a length that is too long", has(`content-length: ${LENGTH + 10}`), IN_PART],
  ["a length without a byte", ok("content-length: 10"), unread("reset")],
  ["a length of 0 with a body", has("content-length: 0"), FINE],
  ["a length twice", has(`content-length: ${LENGTH}`, `content-length: ${LENGTH}`), MALFORMED],
  ["two lengths", has(`content-length: ${LENGTH}`, "content-length: 5"), MALFORMED],
  ["a length before chunked", chunked(CHUNK + END, "content-length: 5"), MALFORMED],
  ["chunked without chunks", chunked(`${PAGE}\n`), MALFORMED],
  ["no last chunk", chunked(CHUNK), IN_PART],
  ["no chunk at all", chunked(""), unread("reset")],
  ["broken trailers", chunked(`${CHUNK}0\r\nx\r\n\r\n`), MALFORMED],
  ["two locations", redirect("location: /x", "location: /y"), leadsTo("protocol")],
  ["an empty location", redirect("location:"), ["up", "http 302", "failed"]],
  ["a location of mail", redirect("location: mailto:a@example.com"), leadsTo("invalid_url")],
  ["a loop", redirect("location: \\x"), leadsTo("redirect_loop")],
];

test.each(answers)("probe, crawl and delivery judge %s by the table", async (_, text, verdicts) => {
  expect(await askAll((socket) => socket.end(Buffer.from(text, "latin1")))).toEqual(verdicts);
});

test("a connection that is reset at once is no answer, and one reset in a body is one in part", async () => {
  expect(await askAll((socket) => void socket.resetAndDestroy())).toEqual(fails("reset"));
  const breaks = (socket: Socket) =>
    socket.write(ok() + PAGE, () => setTimeout(() => socket.resetAndDestroy(), 30));
  expect(await askAll(breaks)).toEqual(IN_PART);
});

/** The verdicts of the clients of this service on a server. */
async function askAll(talk: (socket: Socket) => void): Promise<Verdicts> {
  const { url, close } = await startRawServer(talk);
  onTestFinished(close);
  return [await probe(url), await crawl(url), await deliver(url)];
}

async function probe(url: string): Promise<string> {
  // Without what a program calls the failure.
  return (await probeWebsite(url)).outcome.replace(/ \([A-Z_]+\)$/, "");
}

async function crawl(url: string): Promise<string> {
  const client = new PoliteClient({ delayMs: 0 });
  const deadline = Date.now() + 60_000;
  const answer = await client.request(url, { maxBytes: 1_000_000, maxRedirects: 10, deadline });
  if (!answer) return "no answer";
  if (answer instanceof OutboundError) return answer.failure;
  if (answer.status > 299) return `http ${answer.status}`;
  if (answer.malformed) return "malformed";
  return answer.truncated ? "part" : "page";
}

async function deliver(url: string): Promise<string> {
  const connections = keepAlive();
  const target = { endpoint: url, sign: () => ({}) };
  const event = { event_id: "evt", body: "{}" };
  const tools = { clock: systemClock, connections, timeoutMs: 10_000 };
  const { attempt, verdict } = await makeAttempt(target, event, tools);
  for (const agent of [connections.http, connections.https]) agent.destroy();
  return attempt.error ?? verdict;
}
