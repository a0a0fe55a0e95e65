import type { IncomingMessage, ServerResponse } from "node:http";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { allowLocalAddresses } from "../../../../shared/platform/outbound/destination.ts";
import { inspectTls } from "../../../../shared/platform/outbound/inspectTls.ts";
import { outboundRequest } from "../../../../shared/platform/outbound/request.ts";
import { DAY_MS, timestamp } from "../../../../shared/platform/time.ts";
import {
  type Certificate,
  type CertificateOptions,
  makeCertificate,
} from "../../../support/certificate.ts";
import { type Site, type SiteHandler, startSite } from "../../../support/site.ts";
import { failureOf } from "./failureOf.ts";
import { useNames } from "./names.ts";
import { startRawServer } from "./rawServer.ts";

const LIMITS = { timeoutMs: 30_000, maxBytes: 1_000, maxRedirects: 3 };
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

  it.each([...FAULTS, ["wrong-host", "ERR_TLS_CERT_ALTNAME_INVALID"]] as const)(
    "fails with a certificate that is %s, and asks for nothing",
    async (name, code) => {
      expect(await failureOf(ask(name))).toBe(`tls ${code}`);
      expect(sites.get(name)?.requests).toEqual([]);
    },
  );
});

describe("an issuer's certificate that a server does not send", () => {
  /**
   * A server whose certificate says that its issuer's is found at a URL, where `knownIssuer` is served.
   * Returns the requests to that URL.
   */
  async function serveWithout(
    issuer: Certificate,
    { knownIssuer = issuer, answer, ...leaf }: Served = {},
  ): Promise<string[]> {
    const der = Buffer.from(knownIssuer.cert.replace(/-----.*-----|\n/g, ""), "base64");
    const fetched = await startSite({
      "/issuer.crt": answer ?? ((_, response) => response.end(der)),
    });
    onTestFinished(() => fetched.close());
    const issuerUrl = `${fetched.url}/issuer.crt`;
    await serve("named", { names: [HOST], issuer, issuerUrl, ...leaf });
    return fetched.requests;
  }

  interface Served extends CertificateOptions {
    knownIssuer?: Certificate;
    answer?: SiteHandler;
  }

  const lenient = () => {
    useNames({ [HOST]: [["127.0.0.1"]] });
    return outboundRequest(`https://${HOST}:${portOf("named")}/`, { ...LIMITS, isLenient: true });
  };
  const untrusted = makeCertificate({ commonName: "No Root", names: [], authority: true });
  const alone = (certificate: Certificate) => ({ ...certificate, chain: "" });

  afterEach(() => sites.get("named")?.close());

  it("is fetched from the address in the certificate, and kept for an hour", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    onTestFinished(() => void vi.useRealTimers());
    const requests = await serveWithout(alone(intermediate));
    for (const wait of [0, 3_599_000, 2000]) {
      vi.setSystemTime(Date.now() + wait);
      expect((await lenient()).body.toString()).toBe("secret");
      expect(requests).toHaveLength(wait === 2000 ? 2 : 1);
    }
    expect(sites.get("named")?.requests).toEqual(["GET /", "GET /", "GET /"]);
    expect(await failureOf(ask("named"))).toBe("tls UNABLE_TO_VERIFY_LEAF_SIGNATURE");
    expect(await inspect("named")).toMatchObject({ authorized: true, isIncomplete: true });
  });

  it.each([
    ["a trusted root issued", root],
    ["an unknown root issued", untrusted],
  ])("is fetched if the server sends one that has expired and that %s", async (_, issuer) => {
    const { chain } = makeCertificate({
      ...{ commonName: intermediate.commonName, names: [], authority: true, issuer },
      ...{ keyOf: intermediate, validFrom: new Date(0), validTo: new Date(Date.now() - DAY_MS) },
    });
    await serveWithout({ ...intermediate, chain });
    expect((await lenient()).body.toString()).toBe("secret");
    const { certificate: seen, ...inspected } = await inspect("named");
    const sound = { handshake: true, authorized: true, hostnameMatches: true };
    expect(inspected).toEqual({ ...sound, isIncomplete: true });
    expect(seen?.issuer).toBe(`CN=${intermediate.commonName}`);
  });

  it.each<[string, Certificate, Served]>([
    ["signs itself", untrusted, {}],
    ["has an issuer that is not trusted", alone(authority(untrusted)), {}],
    ["has not issued it", alone(authority(root)), { knownIssuer: authority(root) }],
    ["is no certificate", alone(intermediate), { answer: (_, response) => response.end("none") }],
    [
      "is not there",
      alone(intermediate),
      { answer: (_, response) => response.writeHead(404).end() },
    ],
    [
      "is larger than 16 KB",
      alone(intermediate),
      { answer: (_, response) => response.end(intermediate.cert + "\n".repeat(16_384)) },
    ],
  ])("is not believed if it %s", async (_, issuer, served) => {
    const requests = await serveWithout(issuer, served);
    expect(await failureOf(lenient())).toMatch(/^tls (UNABLE_TO|SELF_SIGNED)/);
    expect(requests).toEqual(["GET /issuer.crt"]);
    expect(await inspect("named")).toMatchObject({ authorized: false });
  });

  it("is not fetched for a certificate that has expired itself, and the failure says when", async () => {
    const expired = { validFrom: new Date(0), validTo: new Date(Date.now() - DAY_MS) };
    const requests = await serveWithout(intermediate, expired);
    await expect(lenient()).rejects.toMatchObject({
      ...{ failure: "tls", code: "CERT_HAS_EXPIRED", expired_at: timestamp(expired.validTo) },
    });
    expect(requests).toEqual([]);
  });

  it("does not make a certificate for another name right", async () => {
    await serveWithout(alone(intermediate), { names: ["other.example.com"] });
    expect(await failureOf(lenient())).toMatch(/^tls /);
  });

  it("is not fetched from an address that is not public", async () => {
    const issuer = alone(authority(root));
    const issuerUrl = "http://10.0.0.1/issuer.crt";
    await serve("named", { names: [HOST], issuer, issuerUrl });
    expect(await failureOf(lenient())).toBe("tls UNABLE_TO_VERIFY_LEAF_SIGNATURE");
  });

  function authority(issuer: Certificate) {
    return makeCertificate({ commonName: "An Issuer", names: [], authority: true, issuer });
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
  expect(inspected.failure).toBe("ECONNRESET");
});

describe("inspectTls", () => {
  it("tells a good certificate", async () => {
    const { certificate, ...result } = await inspect("good");
    expect(result).toEqual({ handshake: true, authorized: true, hostnameMatches: true });
    const { issuer, valid_from, valid_to } = certificate ?? {};
    expect(issuer).toBe("CN=Test Intermediate");
    expect((Number(valid_to) - Number(valid_from)) / DAY_MS).toBe(91);
  });

  it.each(FAULTS)("tells a certificate that is %s", async (name, failure) => {
    const { certificate, ...result } = await inspect(name);
    expect(result).toEqual({ handshake: true, authorized: false, failure, hostnameMatches: true });
    expect(certificate?.issuer).toMatch(/^CN=/);
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
      "ERR_SSL_WRONG_VERSION_NUMBER",
    ],
    ["never answers", () => {}, "timeout"],
    ["hangs up", (socket: { end(): void }) => socket.end(), "ECONNRESET"],
  ])("tells a server that %s", async (_, talk, failure) => {
    const server = await startRawServer(talk);
    const none = { handshake: false, authorized: false, hostnameMatches: false };
    const options = { port: server.port, timeoutMs: failure === "timeout" ? 100 : 30_000 };
    expect(await inspectTls("127.0.0.1", options)).toEqual({ ...none, failure });
    server.close();
  });
});
