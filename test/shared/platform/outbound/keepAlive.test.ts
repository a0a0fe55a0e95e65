import { once } from "node:events";
import type { Socket } from "node:net";
import { gzipSync } from "node:zlib";
import { beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { allowLocalAddresses } from "../../../../shared/platform/outbound/destination.ts";
import { keepAlive } from "../../../../shared/platform/outbound/hop.ts";
import { outboundRequest } from "../../../../shared/platform/outbound/request.ts";
import { makeCertificate } from "../../../support/certificate.ts";
import { type SiteHandler, type SiteOptions, serve } from "../../../support/site.ts";
import { failureOf } from "./failureOf.ts";
import { startRawServer } from "./rawServer.ts";

const LIMITS = { timeoutMs: 30_000, maxBytes: 1024, maxRedirects: 0 };

beforeAll(() => allowLocalAddresses());

/** A site with the connections made to it, and a client that keeps them. */
async function setUp(handler: SiteHandler, options?: SiteOptions) {
  const sockets = new Set<Socket>();
  const site = await serve((request, response) => {
    sockets.add(request.socket);
    return handler(request, response);
  }, options);
  const connections = keepAlive();
  const ask = (more = {}) =>
    outboundRequest(site.url, { method: "POST", body: "{}", ...LIMITS, connections, ...more });
  return { site, sockets, ask, connections };
}

describe("a connection", () => {
  test.each<[string, SiteHandler]>([
    ["with a body", (_, response) => response.end("fine")],
    ["without a body", (_, response) => response.writeHead(204).end()],
    [
      "in chunks",
      (_, response) => {
        response.write("a");
        response.end("b");
      },
    ],
    [
      "that is compressed",
      (_, response) => response.setHeader("content-encoding", "gzip").end(gzipSync("fine")),
    ],
    ["that is an error", (_, response) => response.writeHead(500).end("no")],
    ["that redirects", (_, response) => response.writeHead(302, { location: "/" }).end("there")],
  ])("serves the next request if the answer was read completely: %s", async (_, handler) => {
    const { sockets, ask } = await setUp(handler);
    for (let count = 0; count < 3; count += 1) await ask();
    expect(sockets.size).toBe(1);
  });

  test.each<[string, SiteHandler]>([
    ["longer than what is read of it", (_, response) => response.end("x".repeat(5_000_000))],
    ["the last one on it", (_, response) => response.setHeader("connection", "close").end("bye")],
  ])("is closed if the answer is %s", async (_, handler) => {
    const { sockets, ask } = await setUp(handler);
    for (let count = 0; count < 3; count += 1) await ask();
    expect(sockets.size).toBe(3);
  });

  test.each([
    ["has been idle for seconds", 1, 5000],
    ["is one of too many", 101, 0],
  ])("is closed if it %s", async (_, count, idleMs) => {
    let requestCount = 0;
    const all = Promise.withResolvers<void>();
    const { sockets, ask, connections } = await setUp(async (_, response) => {
      requestCount += 1;
      if (requestCount === count) all.resolve();
      await all.promise;
      response.end();
    });
    await Promise.all(Array.from({ length: count }, () => ask()));
    expect(sockets.size).toBe(count);
    const now = Date.now();
    const clock = vi.spyOn(Date, "now").mockReturnValue(now + idleMs);
    connections.trim();
    clock.mockRestore();
    await Promise.all([...sockets].map((socket) => socket.destroyed || once(socket, "close")));
  });
});

test("a connection that the server has closed in between is replaced, and no request is lost", async () => {
  const closed: Promise<unknown>[] = [];
  const { site, ask } = await setUp((request, response) => {
    // Resets after the answer: the client may have sent the next request already.
    response.end("fine", () => request.socket.resetAndDestroy());
    closed.push(once(request.socket, "close"));
  });
  for (let count = 0; count < 10; count += 1) expect((await ask()).status).toBe(200);
  expect(site.requests).toHaveLength(10);
  await Promise.all(closed);
});

test.each([
  ["and more than it announced", "content-length: 2\r\n\r\nokHTTP/1.1 200 OK\r\n\r\n", "ok"],
  ["that Node's parser refuses", "oops\r\ncontent-length: 2\r\n\r\nok", ""],
])("a connection on which an answer came %s is not used again", async (_, rest, body) => {
  let answers = 0;
  const server = await startRawServer((socket) => {
    answers += 1;
    socket.write(`HTTP/1.1 200 OK\r\n${rest}`);
    socket.on("data", () => socket.write("HTTP/1.1 200 OK\r\ncontent-length: 4\r\n\r\nevil"));
  });
  onTestFinished(() => server.close());
  const options = { ...LIMITS, isLenient: true, connections: keepAlive() };
  for (let count = 0; count < 2; count += 1) {
    expect((await outboundRequest(server.url, options)).body.toString()).toBe(body);
  }
  expect(answers).toBe(2);
});

test("TLS is checked with kept connections, too", async () => {
  const { ask } = await setUp((_, response) => response.end(), { tls: makeCertificate() });
  expect(await failureOf(ask())).toMatch(/^tls/);
});
