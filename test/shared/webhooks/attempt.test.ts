import type { Socket } from "node:net";
import { setTimeout } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { keepAlive } from "../../../shared/platform/outbound/hop.ts";
import { systemClock } from "../../../shared/platform/time.ts";
import { makeAttempt } from "../../../shared/webhooks/attempt.ts";
import { serve } from "../../support/site.ts";
import { startRawServer } from "../platform/outbound/rawServer.ts";

function attemptAt(url: string, timeoutMs?: number, clock = systemClock) {
  return makeAttempt(
    { endpoint: url, sign: () => ({}) },
    { event_id: "evt_1", body: "{}" },
    { clock, connections: keepAlive(), timeoutMs },
  );
}

async function responseOf(body: string): Promise<string> {
  const { url } = await serve({ "/": (_, response) => void response.writeHead(500).end(body) });
  const { attempt } = await attemptAt(url);
  return attempt.response;
}

test("the first 800 bytes of an answer are kept", async () => {
  expect(await responseOf('{"error": "down"}')).toBe('{"error": "down"}');
  expect(await responseOf("x".repeat(2000))).toBe("x".repeat(800));
});

test.each([
  ["is cut off", "200 OK", "content-length: 20", "delivered"],
  [
    "is not what its coding says",
    "200 OK",
    "content-length: 2\r\ncontent-encoding: gzip",
    "delivered",
  ],
  ["is cut off", "410 Gone", "content-length: 20", "gone"],
  ["is cut off", "500 Internal Server Error", "transfer-encoding: chunked", "failed"],
])("a body that %s changes nothing of a %s", async (_, line, header, verdict) => {
  const server = await startRawServer((socket) => {
    socket.end(`HTTP/1.1 ${line}\r\n${header}\r\n\r\nok`);
  });
  onTestFinished(() => server.close());
  const { attempt, verdict: result } = await attemptAt(server.url);
  expect({ ...attempt, verdict: result }).toMatchObject({
    status: Number(line.slice(0, 3)),
    error: null,
    verdict,
  });
});

test.each([
  ["a folded header", ["HTTP/1.1 200 OK\r\nServer: a\r\n b\r\nContent-Length: 2\r\n\r\nok"]],
  ["a status line in pieces", ["HT", "TP/1.1 2", "00 OK\r\n", "no header\r\n\r\n"]],
  ["an answer 1xx before", ["HTTP/1.1 100 Continue\r\n\r\n", "HTTP/1.1 200 OK\r\nno header\r\n"]],
])("an answer that breaks the rules of HTTP counts by its status line: %s", async (_, packets) => {
  let requests = 0;
  const server = await startRawServer(async (socket) => {
    requests += 1;
    for (const packet of packets) {
      socket.write(packet);
      await setTimeout(20);
    }
  });
  onTestFinished(() => server.close());
  const { attempt, verdict } = await attemptAt(server.url);
  expect({ ...attempt, verdict, requests }).toMatchObject({
    ...{ status: 200, error: null, verdict: "delivered", requests: 1 },
  });
});

test.each<[string, (socket: Socket) => void, string, number?]>([
  ["resets the connection", (socket) => socket.resetAndDestroy(), "reset"],
  ["never answers", () => {}, "timeout", 300],
])("an endpoint that %s has not taken the event", async (_, talk, error, timeoutMs) => {
  const server = await startRawServer(talk);
  onTestFinished(() => server.close());
  const { attempt, verdict } = await attemptAt(server.url, timeoutMs);
  expect({ ...attempt, verdict }).toMatchObject({ status: null, error, verdict: "failed" });
});

test("an endpoint that answers 200 and works on before it ends the answer has taken the event", async () => {
  const server = await startRawServer((socket) => {
    socket.write("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n");
  });
  onTestFinished(() => server.close());
  const { attempt, verdict } = await attemptAt(server.url, 500);
  expect({ status: attempt.status, error: attempt.error, verdict }).toEqual({
    status: 200,
    error: null,
    verdict: "delivered",
  });
});

test.each([
  ["120", "2026-11-20T12:02:00Z"],
  ["Fri, 20 Nov 2026 12:05:00 GMT", "2026-11-20T12:05:00Z"],
  ["999999999", "2026-11-21T12:00:00Z"],
  ["0", undefined],
  ["soon", undefined],
])("an endpoint that answers Retry-After: %s gets no request until %s", async (value, until) => {
  const { url } = await serve({
    "/": (_, response) => void response.writeHead(503, { "retry-after": value }).end(),
  });
  const clock = { ...systemClock, now: () => Date.parse("2026-11-20T12:00:00Z") };
  expect((await attemptAt(url, undefined, clock)).until).toEqual(until && new Date(until));
});
