import { X509Certificate } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { createServer, getCACertificates, setDefaultCACertificates } from "node:tls";
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import {
  allowLocalAddresses,
  inspectTls,
  outboundRequest,
} from "../../../shared/outbound/index.ts";
import { sendLikeBrowsers } from "../../../shared/outbound/likeBrowsers.ts";
import {
  type Certificate,
  type CertificateOptions,
  makeCertificate,
} from "../../support/certificate.ts";
import { holdDeadAddress, type Site, startSite } from "../../support/site.ts";
import { failureOf } from "./failureOf.ts";
import { useNames } from "./names.ts";
import { startRawServer } from "./rawServer.ts";

const LIMITS = { timeoutMs: 30_000, maxBytes: 1_000, maxRedirects: 3 };
const DAY_MS = 86_400_000;
const HOST = "shop.example.com";

const root = makeCertificate({ commonName: "Test Root", names: [], authority: true });
const intermediate = makeCertificate({
  commonName: "Test Intermediate",
  names: [],
  authority: true,
  issuer: root,
});

const BROKEN = { headers: { "content-encoding": "gzip" }, body: "no gzip at all" };

const sites = new Map<string, Site>();

async function serve(name: string, options: CertificateOptions) {
  sites.set(
    name,
    await startSite(
      { "/": "secret", "/sni": sayName, "/broken": BROKEN },
      { tls: makeCertificate(options) },
    ),
  );
}

function sayName(request: IncomingMessage, response: ServerResponse) {
  response.end(String("servername" in request.socket && request.socket.servername));
}

beforeAll(async () => {
  allowLocalAddresses();
  setDefaultCACertificates([...getCACertificates("default"), root.cert]);
  const issuer = intermediate;
  const yesterday = new Date(Date.now() - DAY_MS);
  const tomorrow = new Date(Date.now() + DAY_MS);
  await serve("good", { names: [HOST, "127.0.0.1"], issuer });
  await serve("wildcard", { names: ["*.example.com"], issuer });
  await serve("self-signed", { names: [HOST] });
  await serve("unknown", {
    names: [HOST],
    issuer: makeCertificate({ commonName: "No Root", authority: true }),
  });
  await serve("expired", { names: [HOST], issuer, validFrom: new Date(0), validTo: yesterday });
  await serve("early", { names: [HOST], issuer, validFrom: tomorrow });
  await serve("wrong-host", { names: ["other.example.com"], issuer });
  await serve("no-intermediate", { names: [HOST], issuer: { ...intermediate, chain: "" } });
});
afterAll(async () => {
  for (const site of sites.values()) await site.close();
});

function ask(name: string, host = HOST, path = "/") {
  useNames({ [HOST]: [["127.0.0.1"]], [`${HOST}.`]: [["127.0.0.1"]] });
  return outboundRequest(`https://${host}:${portOf(name)}${path}`, LIMITS);
}

function inspect(name: string, host = HOST) {
  useNames({ [HOST]: [["127.0.0.1"]] });
  return inspectTls(host, { port: portOf(name), timeoutMs: 30_000 });
}

function portOf(name: string): number {
  return sites.get(name)?.port ?? 0;
}

const FAULTS = [
  ["self-signed", "DEPTH_ZERO_SELF_SIGNED_CERT"],
  ["unknown", "SELF_SIGNED_CERT_IN_CHAIN"],
  ["expired", "CERT_HAS_EXPIRED"],
  ["early", "CERT_NOT_YET_VALID"],
  ["no-intermediate", "UNABLE_TO_VERIFY_LEAF_SIGNATURE"],
] as const;

describe("a request over TLS", () => {
  it.each([HOST, `${HOST}.`, "127.0.0.1"])(
    "reaches %s with a trusted certificate",
    async (host) => {
      expect((await ask("good", host)).body.toString()).toBe("secret");
    },
  );

  it.each([
    [HOST, HOST],
    [`${HOST}.`, HOST],
    ["127.0.0.1", "false"],
  ])("asks %s for the certificate of %s", async (host, name) => {
    expect((await ask("good", host, "/sni")).body.toString()).toBe(name);
  });

  it.each([...FAULTS, ["wrong-host", "ERR_TLS_CERT_ALTNAME_INVALID"]] as const)(
    "fails with a certificate that is %s, and asks for nothing",
    async (name, code) => {
      expect(await failureOf(ask(name))).toBe(`tls ${code}`);
      expect(sites.get(name)?.requests).toEqual([]);
    },
  );

  it("has another failure once the handshake is done", async () => {
    expect(await failureOf(ask("good", HOST, "/broken"))).toBe("protocol Z_DATA_ERROR");
  });

  it("fails even if the environment weakens TLS", async () => {
    vi.spyOn(process, "emitWarning").mockImplementation(() => {});
    process.env["NODE_TLS_REJECT_UNAUTHORIZED"] = "0";
    const failure = await failureOf(ask("self-signed"));
    delete process.env["NODE_TLS_REJECT_UNAUTHORIZED"];
    expect(failure).toBe("tls DEPTH_ZERO_SELF_SIGNED_CERT");
  });

  it("fails with a server that speaks something else", async () => {
    const plain = await startRawServer((socket) => socket.end("HTTP/1.1 400 Bad\r\n\r\n"));
    const url = `https://127.0.0.1:${plain.port}/`;
    expect(await failureOf(outboundRequest(url, LIMITS))).toMatch(/^tls E/);
    plain.close();
  });

  it("fails when the handshake never ends", async () => {
    const silent = await startRawServer(() => {});
    const url = `https://127.0.0.1:${silent.port}/`;
    expect(await failureOf(outboundRequest(url, { ...LIMITS, timeoutMs: 100 }))).toBe("timeout");
    silent.close();
  });
});

describe("an issuer's certificate that a server does not send", () => {
  /** A server whose certificate says that its issuer's is found at a URL; `known` is what is served there. */
  async function serveWithout(issuer: Certificate, known = issuer, isAway = () => false) {
    const der = Buffer.from(known.cert.replace(/-----.*-----|\n/g, ""), "base64");
    const fetched = await startSite({
      "/issuer.crt": (_, response) => response.writeHead(isAway() ? 503 : 200).end(der),
    });
    const issuerUrl = `${fetched.url}/issuer.crt`;
    await serve("named", { names: [HOST], issuer: { ...issuer, chain: "" }, issuerUrl });
    sites.set("issuers", fetched);
    return fetched.requests;
  }

  const clock = () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    onTestFinished(() => void vi.useRealTimers());
    return (ms: number) => void vi.setSystemTime(Date.now() + ms);
  };

  const lenient = () => {
    useNames({ [HOST]: [["127.0.0.1"]] });
    return outboundRequest(`https://${HOST}:${portOf("named")}/`, { ...LIMITS, isLenient: true });
  };
  const untrusted = makeCertificate({ commonName: "No Root", names: [], authority: true });

  afterEach(async () => {
    await sites.get("issuers")?.close();
    await sites.get("named")?.close();
  });

  it("is fetched once, for those who read as browsers do", async () => {
    const requests = await serveWithout(intermediate);
    expect((await lenient()).body.toString()).toBe("secret");
    expect((await lenient()).body.toString()).toBe("secret");
    expect(requests).toEqual(["GET /issuer.crt"]);
    expect(await failureOf(ask("named"))).toBe("tls UNABLE_TO_VERIFY_LEAF_SIGNATURE");
  });

  it.each([
    ["signs itself", untrusted, untrusted],
    ["has an issuer that is not trusted", authority(untrusted), undefined],
    ["has not issued it", authority(root), authority(root)],
  ])("is not believed if it %s, nor fetched again for ten minutes", async (_, issuer, known) => {
    const wait = clock();
    const requests = await serveWithout(issuer, known);
    for (const ms of [0, 599_000, 1000]) {
      wait(ms);
      expect(await failureOf(lenient())).toBe("tls UNABLE_TO_VERIFY_LEAF_SIGNATURE");
      expect(requests).toHaveLength(ms === 1000 ? 2 : 1);
    }
  });

  it("is asked for again by the probe that confirms a failure if it could not be fetched", async () => {
    const wait = clock();
    const issuer = authority(root, "An Issuer That Was Away");
    let isAway = true;
    const requests = await serveWithout(issuer, issuer, () => isAway);
    for (const ms of [0, 1000]) {
      wait(ms);
      expect(await failureOf(lenient())).toBe("tls UNABLE_TO_VERIFY_LEAF_SIGNATURE");
    }
    expect(requests).toHaveLength(1);
    isAway = false;
    wait(59_000);
    expect((await lenient()).body.toString()).toBe("secret");
  });

  it("is not fetched from an address that is not public", async () => {
    const issuer = { ...authority(root), chain: "" };
    const issuerUrl = "http://10.0.0.1/issuer.crt";
    await serve("named", { names: [HOST], issuer, issuerUrl });
    expect(await failureOf(lenient())).toBe("tls UNABLE_TO_VERIFY_LEAF_SIGNATURE");
  });

  it("is not looked for once the request's time is up", async () => {
    const issuer = { ...authority(root, "A Late Issuer"), chain: "" };
    const tls = makeCertificate({ names: ["127.0.0.1"], issuer });
    const site = await startSite({}, { tls });
    onTestFinished(() => site.close());
    const time = new AbortController();
    const waits = vi.fn(async () => waits.mock.calls.length > 1 && time.abort("time is up"));
    const request = sendLikeBrowsers(
      { url: `https://127.0.0.1:${site.port}/`, method: "GET", headers: {} },
      {
        ...{ maxBytes: 1000, followed: false, isLenient: true, signal: time.signal },
        admit: async () => void (await waits()),
      },
    );
    await expect(request).rejects.toBe("time is up");
    expect(waits).toHaveBeenCalledTimes(2);
  });

  it("is compared with roots that are read once, however many websites send none", async () => {
    await serveWithout(authority(untrusted));
    const compare = vi.spyOn(X509Certificate.prototype, "checkIssued");
    onTestFinished(() => compare.mockRestore());
    await failureOf(lenient());
    const roots = new Set(compare.mock.calls.map(([issuer]) => issuer));
    expect(roots.size).toBeGreaterThan(100);
    expect(roots.size).toBeLessThan(1.5 * getCACertificates("default").length);
  });

  function authority(issuer: Certificate, commonName = "An Issuer") {
    return makeCertificate({ commonName, names: [], authority: true, issuer });
  }
});

it("speaks to servers older than RFC 5746 as browsers do, and not where it sends secrets", async () => {
  // A ServerHello of TLS 1.2 without extensions, and no more.
  const hello = `0303${"07".repeat(32)}00c02f00`;
  const record = Buffer.from(`160303002a02000026${hello}`, "hex");
  const server = await startRawServer((socket) => socket.end(record));
  onTestFinished(() => server.close());
  const request = (isLenient: boolean) =>
    failureOf(outboundRequest(`https://127.0.0.1:${server.port}/`, { ...LIMITS, isLenient }));
  expect(await request(false)).toMatch(/^tls /);
  expect(await request(true)).toBe("reset ECONNRESET");
  const inspected = await inspectTls("127.0.0.1", { port: server.port, timeoutMs: 30_000 });
  expect(inspected.failure).toBe("reset");
});

it("greets a server in 450 bytes, without a post-quantum key share", async () => {
  let greeting = 0;
  const server = await startRawServer((socket) => {
    greeting = socket.bytesRead;
    socket.end();
  });
  await failureOf(outboundRequest(`https://127.0.0.1:${server.port}/`, LIMITS));
  expect(greeting).toBeGreaterThan(200);
  expect(greeting).toBeLessThan(450);
  server.close();
});

it("sends a server that prefers post-quantum groups no more than one key share", async () => {
  const { key, cert } = makeCertificate();
  const server = createServer({ key, cert }, (socket) => void socket.end());
  const sent = new Promise<number>((resolve) => {
    server.on("connection", (socket: Socket) => {
      socket.once("close", () => resolve(socket.bytesRead));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await failureOf(outboundRequest(`https://127.0.0.1:${port}/`, { ...LIMITS, isLenient: true }));
  server.close();
  expect(await sent).toBeGreaterThan(300);
  expect(await sent).toBeLessThan(900);
});

describe("inspectTls", () => {
  it("tells a good certificate", async () => {
    const { chain, ...result } = await inspect("good");
    expect(result).toEqual({ handshake: true, authorized: true, hostnameMatches: true });
    expect(chain.map(({ subject, issuer }) => [subject, issuer])).toEqual([
      [`CN=${HOST}`, "CN=Test Intermediate"],
      ["CN=Test Intermediate", "CN=Test Root"],
      ["CN=Test Root", "CN=Test Root"],
    ]);
    const days = chain.map(({ valid_from, valid_to }) => (+valid_to - +valid_from) / DAY_MS);
    expect(days).toEqual([91, 91, 91]);
  });

  it.each(FAULTS)("tells a certificate that is %s", async (name, failure) => {
    const { chain, ...result } = await inspect(name);
    expect(result).toEqual({ handshake: true, authorized: false, failure, hostnameMatches: true });
    expect(chain[0]?.subject).toBe(`CN=${HOST}`);
  });

  it("tells a certificate for another host", async () => {
    const { chain, ...result } = await inspect("wrong-host");
    expect(result).toEqual({ handshake: true, authorized: true, hostnameMatches: false });
    expect(chain).toHaveLength(3);
  });

  it("knows wildcards and addresses", async () => {
    expect(await inspect("wildcard")).toMatchObject({ authorized: true, hostnameMatches: true });
    expect(await inspect("good", "127.0.0.1")).toMatchObject({ hostnameMatches: true });
    expect(await inspect("wildcard", "127.0.0.1")).toMatchObject({ hostnameMatches: false });
  });

  it.each([
    [
      "speaks something else",
      (socket: { end(text?: string): void }) => socket.end("SSH-2.0\r\n"),
      "tls",
    ],
    ["never answers", () => {}, "timeout"],
    ["hangs up", (socket: { end(): void }) => socket.end(), "reset"],
  ])("tells a server that %s", async (_, talk, failure) => {
    const server = await startRawServer(talk);
    const none = { handshake: false, authorized: false, hostnameMatches: false, chain: [] };
    const options = { port: server.port, timeoutMs: failure === "timeout" ? 100 : 30_000 };
    expect(await inspectTls("127.0.0.1", options)).toEqual({ ...none, failure });
    server.close();
  });

  it("tells a host that is not there", async () => {
    expect(await inspect("good", "none.example")).toMatchObject({
      handshake: false,
      failure: "dns",
    });
    expect(await inspect("good", "no host")).toMatchObject({ failure: "invalid_url" });
    const { port } = await holdDeadAddress({ address: "127.0.0.1" });
    expect(await inspectTls("127.0.0.1", { port, timeoutMs: 30_000 })).toMatchObject({
      handshake: false,
      failure: "refused",
    });
  });
});
