import { once } from "node:events";
import type { AddressInfo } from "node:net";
import tls from "node:tls";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { allowLocalAddresses } from "../../../shared/platform/outbound/destination.ts";
import { askThisMachine, replaceResolver } from "../../../shared/platform/outbound/resolver.ts";
import { HostCrowded, takeTurns } from "../../../shared/uptime/pacing.ts";
import { probeWebsite } from "../../../shared/uptime/probeWebsite.ts";
import { holdDeadAddress, serve, startSite } from "../../support/site.ts";
import { skippedPauses } from "../../support/skippedPauses.ts";
import { trust } from "../audit/trust.ts";
import { startRawServer } from "../platform/outbound/rawServer.ts";

const { key, chain: cert } = trust();

beforeAll(() => allowLocalAddresses());

const probe = (outcome: string, answered: boolean, isSecondAttempt = !answered) => ({
  verdict: answered ? "up" : "down",
  begunAt: expect.any(Date),
  outcome,
  url: expect.any(String),
  duration: expect.any(Number),
  isSecondAttempt,
  ...(outcome.startsWith("http") && { address: expect.stringMatching(/^127\.|^::1$/) }),
});

test.each([
  [200, {}, "up", true],
  [204, {}, "up", true],
  [304, {}, "up", true],
  [401, {}, "up (401)", true],
  [403, {}, "up (403)", true],
  [429, {}, "up (429)", true],
  [451, {}, "up (451)", true],
  [503, { "cf-mitigated": "challenge" }, "up (503)", true],
  [405, { "x-amzn-waf-action": "captcha" }, "up (405)", true],
  [405, {}, "http 405", false],
  [400, {}, "http 400", false],
  [404, {}, "http 404", false],
  [500, {}, "http 500", false],
  [503, {}, "http 503", false],
] as const)("a site that answers %s %o is %s", async (status, headers, outcome, answered) => {
  const site = await startSite({ "/": { status, headers, body: "" } });
  expect(await probeWebsite(site.url)).toEqual(probe(outcome, answered));
  await site.close();
});

test("a failure needs a second request at once, and one failure alone does not count", async () => {
  let requests = 0;
  const site = await startSite((_, response) => {
    requests += 1;
    response.writeHead(requests === 1 ? 500 : 200).end();
  });
  expect(await probeWebsite(site.url)).toEqual(probe("up", true, true));
  expect(requests).toBe(2);
  await site.close();
});

test.each([
  ["200 OK", "up", 1],
  ["403 Forbidden", "up (403)", 1],
  ["503 Busy", "http 503", 2],
  ["OK", "protocol (HPE_INVALID_STATUS)", 2],
])(
  "an answer that Node's parser refuses counts by its status line: %s",
  async (line, outcome, count) => {
    let requests = 0;
    const server = await startRawServer((socket) => {
      requests += 1;
      socket.end(`HTTP/1.1 ${line}\r\nno header\r\n\r\n<h1>Home</h1>`);
    });
    onTestFinished(() => server.close());
    expect((await probeWebsite(server.url)).outcome).toBe(outcome);
    expect(requests).toBe(count);
  },
);

test("redirects are followed as in a browser, and a site that never ends redirecting is down for 22 requests at most", async () => {
  const to = (location: string) => ({ status: 302, headers: { location } });
  const hops = Array.from({ length: 21 }, (_, hop) => [`/${hop}`, to(`/${hop + 1}`)] as const);
  const site = await serve({
    ...Object.fromEntries(hops),
    "/21": "<h1>Home</h1>",
    "/loop": to("/loop"),
    "/first": (_, response) =>
      response.writeHead(site.requests.length === 1 ? 500 : 302, { location: "/loop" }).end(),
    "/gone": to("/missing"),
    "/cookie": (request, response) =>
      request.headers.cookie === "a=1"
        ? response.end()
        : response.writeHead(302, { location: "/cookie", "set-cookie": "a=1; path=/" }).end(),
  });
  expect(await probeWebsite(`${site.url}/cookie`)).toEqual(probe("up", true));
  expect(await probeWebsite(`${site.url}/1`)).toEqual(probe("up", true));
  expect(await probeWebsite(`${site.url}/0`)).toEqual(probe("redirect_loop", false));
  site.requests.length = 0;
  expect(await probeWebsite(`${site.url}/loop`)).toEqual(probe("redirect_loop", false));
  expect(site.requests).toHaveLength(21);
  site.requests.length = 0;
  expect(await probeWebsite(`${site.url}/first`)).toEqual(probe("redirect_loop", false));
  expect(site.requests).toHaveLength(22);
  expect(await probeWebsite(`${site.url}/gone`)).toEqual(probe("http 404", false));
});

test("a host name without a scheme is tried with https and http, the one that worked first", async () => {
  const site = await startSite({ "/": "<h1>Home</h1>" });
  const first = await probeWebsite(site.host);
  expect(first).toMatchObject({ verdict: "up", url: `http://${site.host}` });
  site.requests.length = 0;
  await probeWebsite(site.host, first.url);
  expect(site.requests).toEqual(["GET /"]);
  await site.close();
});

test("of two URLs that fail, the one that answered last is tried first, and the other then", async () => {
  const site = await startSite((_, response) => response.writeHead(500).end());
  const other = await startSite({ "/": "<h1>Home</h1>" });
  const urls = { https: `https://${site.host}`, http: `http://${site.host}` };
  const expected = { verdict: "down", outcome: "http 500", url: urls.http };
  expect(await probeWebsite(site.host)).toMatchObject(expected);
  expect(await probeWebsite(site.host, urls.https)).toMatchObject(expected);
  expect(await probeWebsite(site.host, other.url)).toMatchObject(expected);
  expect(other.requests).toEqual([]);
  expect(await probeWebsite(site.host, urls.http)).toMatchObject({
    verdict: "down",
    url: urls.https,
  });
  await Promise.all([site.close(), other.close()]);
});

test("refused connections, wrong certificates and addresses that are not public are told apart", async () => {
  const gone = await holdDeadAddress();
  expect(await probeWebsite(gone.url)).toEqual(probe("refused (ECONNREFUSED)", false));
  const secure = await startSite({ "/": "" }, { tls: true });
  expect(await probeWebsite(secure.url)).toEqual(probe("tls (DEPTH_ZERO_SELF_SIGNED_CERT)", false));
  await secure.close();
  expect(await probeWebsite("http://10.0.0.1")).toEqual(probe("blocked", false));
});

test("a website at a port that is never requested is not down", async () => {
  allowLocalAddresses({ anyPort: false });
  onTestFinished(() => allowLocalAddresses());
  for (const hostname of ["https://10.0.0.1:8443", "http://10.0.0.1:8080", "10.0.0.1:8080"]) {
    const unseen = { ...probe("unknown (other_port)", false), verdict: "unknown" };
    expect(await probeWebsite(hostname)).toEqual(unseen);
  }
  for (const hostname of ["http://10.0.0.1:80", "https://10.0.0.1:443"]) {
    expect(await probeWebsite(hostname)).toEqual(probe("blocked", false));
  }
});

test("a name without an address is asked for at each attempt, and not for the kind of its addresses", async () => {
  const urls: string[] = [];
  replaceResolver(async (name) => {
    urls.push(name);
    throw Object.assign(new Error("not found"), { code: "ENOTFOUND" });
  });
  onTestFinished(() => replaceResolver(askThisMachine));
  expect(await probeWebsite("https://gone.example")).toEqual(probe("dns (ENOTFOUND)", false));
  expect(urls).toEqual(["gone.example", "gone.example"]);
});

test("a server that only speaks HTTP/2 is not down, and one that fails is", async () => {
  const secure = { key, cert, ALPNProtocols: ["h2"] };
  const http2Only = tls.createServer(secure, (socket) => socket.on("error", () => {}).destroy());
  const both = { ...secure, ALPNProtocols: ["h2", "http/1.1"] };
  const failing = tls.createServer(both, (socket) => socket.on("error", () => {}).destroy());
  const verdicts: string[] = [];
  for (const server of [http2Only, failing]) {
    await once(server.on("tlsClientError", () => {}).listen(0, "127.0.0.1"), "listening");
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const { verdict, outcome } = await probeWebsite(`https://127.0.0.1:${port}`);
    verdicts.push(verdict, outcome);
  }
  expect(verdicts).toEqual(["unknown", "unknown (http2_only)", "down", "reset (ECONNRESET)"]);
});

test("a probe that its host keeps waiting for too long is not made; those that never answer keep none waiting", async () => {
  const turn = takeTurns(skippedPauses());
  const turns = await Promise.allSettled(
    Array.from({ length: 1000 }, () => turn("http://192.0.2.1/")),
  );
  const refused = turns.filter(({ status }) => status === "rejected");
  expect(refused).toContainEqual({ status: "rejected", reason: expect.any(HostCrowded) });
  expect(turns.length - refused.length).toBeGreaterThan(400);
});
