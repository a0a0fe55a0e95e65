import type { IncomingMessage } from "node:http";
import {
  brotliCompressSync,
  deflateRawSync,
  deflateSync,
  gzipSync,
  zstdCompressSync,
} from "node:zlib";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { allowLocalAddresses } from "../../../../shared/platform/outbound/destination.ts";
import { outboundRequest } from "../../../../shared/platform/outbound/request.ts";
import { holdDeadAddress, type Site, type SiteRoutes, startSite } from "../../../support/site.ts";
import { failureOf } from "./failureOf.ts";
import { useNames } from "./names.ts";

const LIMITS = { timeoutMs: 30_000, maxBytes: 10_000, maxRedirects: 5 };
const TEXT = "All that there is to say. ".repeat(50);

const codings = {
  gzip: gzipSync(TEXT),
  "x-gzip": gzipSync(TEXT),
  deflate: deflateSync(TEXT),
  "deflate ": deflateRawSync(TEXT),
  br: brotliCompressSync(TEXT),
  zstd: zstdCompressSync(TEXT),
  BR: brotliCompressSync(TEXT),
  "gzip, gzip": gzipSync(gzipSync(TEXT)),
  "deflate, gzip": gzipSync(deflateSync(TEXT)),
};

/** What servers send that compress a page by themselves and then add to it, or end too early. */
const oddlyCoded = {
  "gzip with a comment after it": Buffer.concat([gzipSync(TEXT), Buffer.from("<!-- cached -->")]),
  "gzip without its checksum": gzipSync(TEXT).subarray(0, -8),
  "gzip with a wrong checksum and padding": Buffer.concat([
    gzipSync(TEXT).subarray(0, -8),
    Buffer.alloc(20, 1),
  ]),
  "gzip with a name in its header": Buffer.concat([
    Buffer.from("1f8b08080000000000ff", "hex"),
    Buffer.from("index.html\0"),
    deflateRawSync(TEXT),
  ]),
  "deflate without its checksum": deflateSync(TEXT).subarray(0, -4),
};

const routes: SiteRoutes = {
  "/": "<h1>Home</h1>",
  "/slow": (_, response) => void setTimeout(() => response.end("slow"), 30),
  "/echo": async (request, response) => response.end(JSON.stringify(await echo(request))),
  "/none": { status: 204 },
  "/missing": { status: 404, body: "not here" },
  "/repeated": { headers: { "set-cookie": ["a=1", "b=2"], "x-one": ["1", "2"] } },
  "/no-location": { status: 302, body: "where?" },
  "/empty-gzip": { headers: { "content-encoding": "gzip" } },
  "/unknown-coding": { headers: { "content-encoding": "rot13" }, body: "nyy" },
  "/identity-coding": { headers: { "content-encoding": "identity, gzip" }, body: "raw" },
  "/several-codings": { headers: { "content-encoding": "gzip, br, gzip, br" }, body: "raw" },
  "/a": { status: 301, headers: { location: "b?x=1#fragment" } },
  "/b": { status: 302, headers: { location: "/" } },
  "/loop": { status: 302, headers: { location: "/loop2" } },
  "/loop2": { status: 302, headers: { location: "/loop" } },
  "/two": { status: 301, headers: { location: ["/", "/missing"] } },
  "/twice": { status: 301, headers: { location: ["/", "/"] } },
  "/empty": { status: 302, headers: { location: "" }, body: "here" },
  "/self": { status: 301, headers: { location: "/self#again" } },
  "/caf%C3%A9": "coffee",
  "/to-utf8": { status: 301, headers: { location: Buffer.from("/café").toString("latin1") } },
};
for (const [name, body] of Object.entries(oddlyCoded)) {
  const [coding = ""] = name.split(" ");
  routes[`/odd/${encodeURIComponent(name)}`] = { headers: { "content-encoding": coding }, body };
}
for (const [coding, body] of Object.entries(codings)) {
  routes[`/coded/${encodeURIComponent(coding)}`] = {
    // Each in a line of its own, which is the same as a list.
    headers: { "content-encoding": coding.split(", ") },
    body,
  };
}
for (const status of [301, 302, 303, 307, 308]) {
  routes[`/to-echo/${status}`] = { status, headers: { location: "/echo" } };
}

async function echo(request: IncomingMessage) {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const { method, headers } = request;
  return { method, headers, body: Buffer.concat(chunks).toString() };
}

let site: Site;
let elsewhere: Site;

beforeAll(async () => {
  allowLocalAddresses();
  site = await startSite(routes);
  elsewhere = await startSite(
    { "/": "six", "/away": { status: 307, headers: { location: `${site.url}/echo` } } },
    { address: "::1" },
  );
});
beforeEach(() => {
  site.requests.length = 0;
});
afterAll(async () => {
  await site.close();
  await elsewhere.close();
});

function get(path: string, options = {}) {
  return outboundRequest(site.url + path, { ...LIMITS, ...options });
}

async function echoed(path: string, options = {}) {
  return JSON.parse((await get(path, options)).body.toString());
}

describe("outboundRequest", () => {
  it("returns the complete response", async () => {
    const { durationMs: _, headers, ...response } = await get("/#top");
    expect(response).toEqual({
      address: new URL(site.url).hostname,
      url: `${site.url}/`,
      redirects: [],
      status: 200,
      body: Buffer.from("<h1>Home</h1>"),
      truncated: false,
      receivedBytes: 13,
    });
    expect(headers).toMatchObject({ "content-type": "text/html; charset=utf-8" });
  });

  it("sends its own user agent, whatever the caller says", async () => {
    const headers = { "User-Agent": "Mozilla", "Accept-Encoding": "identity", "X-One": "1" };
    const { body, headers: sent } = await echoed("/echo", {
      method: "POST",
      headers,
      body: "hello",
    });
    expect(body).toBe("hello");
    expect(sent).toEqual({
      accept: "*/*",
      "user-agent": "ResellerMonitoring/1.0 (+http://localhost:3000)",
      "accept-encoding": "gzip, deflate, br, zstd",
      "x-one": "1",
      host: site.host,
      connection: "close",
      "content-length": "5",
    });
  });

  it("answers HEAD without a body, even of a compressed page", async () => {
    const { status, body, truncated } = await get("/coded/gzip", { method: "HEAD" });
    expect([status, body.length, truncated]).toEqual([200, 0, false]);
    expect(site.requests).toEqual(["HEAD /coded/gzip"]);
  });

  it.each(Object.keys(codings))("inflates '%s'", async (coding) => {
    const { body, truncated } = await get(`/coded/${encodeURIComponent(coding)}`);
    expect([body.toString(), truncated]).toEqual([TEXT, false]);
  });

  it.each(Object.keys(oddlyCoded))("inflates %s as browsers do", async (name) => {
    const { body, truncated } = await get(`/odd/${encodeURIComponent(name)}`, { isLenient: true });
    expect([body.toString(), truncated]).toEqual([TEXT, false]);
  });

  it("does not inflate unknown codings, nor more than three at once", async () => {
    expect((await get("/unknown-coding")).body.toString()).toBe("nyy");
    expect((await get("/identity-coding")).body.toString()).toBe("raw");
    expect((await get("/several-codings")).body.toString()).toBe("raw");
    expect((await get("/empty-gzip")).body.toString()).toBe("");
  });

  it("reads the body up to the caller's limit", async () => {
    for (const [maxBytes, truncated] of [
      [12, true],
      [13, false],
      [0, true],
    ] as const) {
      const response = await get("/", { maxBytes });
      expect(response.body.toString()).toBe("<h1>Home</h1>".slice(0, maxBytes));
      expect(response.truncated).toBe(truncated);
    }
    expect((await get("/coded/br", { maxBytes: 100 })).body.toString()).toBe(TEXT.slice(0, 100));
  });
});

describe("a redirect", () => {
  it("is followed and reported", async () => {
    const { url, redirects, status } = await get("/a");
    expect({ url, redirects, status }).toEqual({
      url: `${site.url}/`,
      redirects: [
        { url: `${site.url}/a`, status: 301 },
        { url: `${site.url}/b?x=1`, status: 302 },
      ],
      status: 200,
    });
  });

  it("is the response if no redirects are followed, or without a location", async () => {
    const { url, redirects, status } = await get("/a", { maxRedirects: 0 });
    expect({ url, redirects, status }).toEqual({
      url: `${site.url}/a`,
      redirects: [],
      status: 301,
    });
    expect(await get("/no-location")).toMatchObject({ status: 302, body: Buffer.from("where?") });
  });

  it("fails after more than the allowed number", async () => {
    expect(await failureOf(get("/a", { maxRedirects: 1 }))).toBe("redirect_loop");
    expect((await get("/a", { maxRedirects: 2 })).status).toBe(200);
  });

  it("is followed back to an earlier URL, as far as the limit", async () => {
    expect(await failureOf(get("/loop"))).toBe("redirect_loop");
    expect(await failureOf(get("/self", { maxRedirects: 1 }))).toBe("redirect_loop");
    const loop = ["GET /loop", "GET /loop2"];
    expect(site.requests).toEqual([...loop, ...loop, ...loop, "GET /self", "GET /self"]);
  });

  it("may be written in UTF-8", async () => {
    expect((await get("/to-utf8")).body.toString()).toBe("coffee");
  });

  it.each([
    [301, "GET", ""],
    [302, "GET", ""],
    [303, "GET", ""],
    [307, "POST", "hello"],
    [308, "POST", "hello"],
  ])("%i makes a POST a %s", async (status, method, body) => {
    const request = await echoed(`/to-echo/${status}`, { method: "POST", body: "hello" });
    expect([request.method, request.body]).toEqual([method, body]);
  });

  it("sends no secrets to another origin", async () => {
    const headers = { Authorization: "Bearer x", Cookie: "a=1", "X-Key": "1", Accept: "text/html" };
    const options = { ...LIMITS, headers };
    const response = await outboundRequest(`${elsewhere.url}/away`, options);
    const sent = Object.keys(JSON.parse(response.body.toString()).headers).sort();
    expect(sent).toEqual(["accept", "accept-encoding", "connection", "host", "user-agent"]);
    expect((await echoed("/to-echo/302", { headers })).headers).toMatchObject({ cookie: "a=1" });
  });
});

describe("a failure", () => {
  it("says that a port refuses connections, at one address and at several", async () => {
    const closed = await holdDeadAddress({ address: "127.0.0.1" });
    await holdDeadAddress({ address: "::1", port: closed.port });
    useNames({ "closed.example": [["127.0.0.1", "::1"]] });
    for (const host of ["127.0.0.1", "closed.example"]) {
      const url = `http://${host}:${closed.port}/`;
      expect(await failureOf(outboundRequest(url, LIMITS))).toBe("refused ECONNREFUSED");
    }
  });

  it("is no OutboundError for headers that can't be sent", async () => {
    const headers = { "x-one": "a\r\nb: c" };
    await expect(get("/", { headers })).rejects.toMatchObject({ code: "ERR_INVALID_CHAR" });
    expect(site.requests).toEqual([]);
  });

  it("has a code if the caller's signal ended the request", async () => {
    const signal = AbortSignal.abort();
    expect(await failureOf(get("/", { signal }))).toBe("timeout ABORT_ERR");
    expect(site.requests).toEqual([]);
  });
});
