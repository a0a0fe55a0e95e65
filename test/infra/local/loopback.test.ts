import { request } from "node:http";
import { hostname } from "node:os";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import { listenOnLoopback } from "../../../infra/local/http/loopback.ts";
import { startServer } from "../../../infra/local/http/server.ts";

test.each<[string, Record<string, string>]>([
  ["a program", { host: "localhost:3000" }],
  ["a program that knows the address", { host: "127.77.1.2:3000" }],
  ["one that speaks IPv6", { host: "[::1]:3000" }],
  ["one in the local network", { host: "192.168.1.20:3000" }],
  ["one that knows this machine's name", { host: `${hostname()}:3000` }],
  ["one that knows it by mDNS", { host: `${hostname()}.local:3000` }],
  ["a page of the same server", { host: "192.168.1.20:3000", origin: "http://192.168.1.20:3000" }],
  ["a page of another server here", { host: "localhost:3000", origin: "http://localhost:5173" }],
])("%s is answered: %j", async (_, headers) => {
  expect((await ask(await serve(), headers))[0]).toBe(200);
});

test.each<[string, Record<string, string>]>([
  ["a name that was rebound", { host: "evil.example:3000" }],
  ["a name that begins alike", { host: "localhost.evil.example" }],
  ["an address within a name", { host: "127.0.0.1.evil.example" }],
  ["no name at all", { host: "a b" }],
  ["a page of somebody else", { host: "localhost:3000", origin: "https://evil.example" }],
  ["a page that hides whose it is", { host: "localhost:3000", origin: "null" }],
  ["a page of the local network", { host: "localhost:3000", origin: "http://192.168.1.20" }],
])("%s is refused: %j", async (_, headers) => {
  expect((await ask(await serve(), headers))[0]).toBe(403);
});

/** The address of a server that answers everything that it does not refuse. */
async function serve() {
  const answer = async () => ({ status: 200, headers: {}, body: Buffer.from("ok") });
  const server = await startServer(answer, { port: 0 });
  onTestFinished(() => server.close(0));
  return `http://localhost:${server.port}`;
}

/** The status and text of a request with headers that `fetch` does not let one set. */
function ask(url: string, headers: Record<string, string>) {
  return new Promise<[number | undefined, string]>((resolve, reject) => {
    request(url, { headers }, async (response) =>
      resolve([response.statusCode, await text(response)]),
    )
      .once("error", reject)
      .end();
  });
}

test("the endpoints that stand in for services of AWS refuse them too, and say why", async () => {
  const server = await listenOnLoopback(async () => ({ body: { secret: true } }));
  onTestFinished(() => server.close());
  expect(await ask(server.url, { host: "evil.example" })).toEqual([
    403,
    '{"message":"This local server answers only to localhost, IP addresses and this machine\'s name, not to evil.example."}',
  ]);
  expect(await ask(server.url, { origin: "https://evil.example" })).toEqual([
    403,
    '{"message":"This local server accepts no requests from web pages of https://evil.example."}',
  ]);
  expect(await ask(server.url, {})).toEqual([200, '{"secret":true}']);
});
