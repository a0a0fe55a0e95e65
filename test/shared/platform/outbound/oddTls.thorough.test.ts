import { once } from "node:events";
import type { AddressInfo } from "node:net";
import {
  createServer,
  getCACertificates,
  setDefaultCACertificates,
  type TLSSocket,
  type TlsOptions,
} from "node:tls";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import {
  allowLocalAddresses,
  inspectTls,
  keepAlive,
} from "../../../../shared/platform/outbound/index.ts";
import { systemClock } from "../../../../shared/platform/time.ts";
import { probeWebsite } from "../../../../shared/uptime/probeWebsite.ts";
import { makeAttempt } from "../../../../shared/webhooks/attempt.ts";
import { makeCertificate } from "../../../support/certificate.ts";
import { useNames } from "./names.ts";
import { startRawServer } from "./rawServer.ts";

const HOST = "shop.example.com";
const ANSWER = "HTTP/1.1 200 OK\r\ncontent-length: 2\r\nconnection: close\r\n\r\nok";
const root = makeCertificate({ commonName: "Odd Root", names: [], authority: true });
const own = makeCertificate({ names: [HOST], issuer: root });

beforeAll(() => {
  allowLocalAddresses();
  setDefaultCACertificates([...getCACertificates("default"), root.cert]);
});

/** Serves TLS on loopback and returns the port; `answer` gets each socket with its first request. */
async function serveTls(
  options: TlsOptions,
  answer: (socket: TLSSocket) => unknown = (socket) => socket.end(ANSWER),
) {
  const server = createServer({ key: own.key, cert: own.chain, ...options }, (socket) => {
    socket.on("error", () => {}).once("data", () => answer(socket));
  });
  server.on("tlsClientError", () => {});
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => void server.close());
  useNames({ [HOST]: [["127.0.0.1"]] });
  return (server.address() as AddressInfo).port;
}

/** What the probe, the audit and a delivery say of the same server. */
async function verdictsOf(port: number) {
  const url = `https://${HOST}:${port}/`;
  const connections = keepAlive();
  const { outcome } = await probeWebsite(url);
  const { handshake, failure, authorized, hostnameMatches } = await inspectTls(HOST, {
    port,
    timeoutMs: 30_000,
  });
  const target = { endpoint: url, sign: () => ({}) };
  const event = { event_id: "evt", body: "{}" };
  const { attempt, verdict } = await makeAttempt(target, event, {
    clock: systemClock,
    connections,
    timeoutMs: 30_000,
  });
  connections.trim();
  return {
    probe: outcome,
    audit: { handshake, failure, authorized, hostnameMatches },
    delivery: { verdict, status: attempt.status, error: attempt.error },
  };
}

const SOUND = {
  probe: expect.stringMatching(/^up/),
  audit: { handshake: true, failure: undefined, authorized: true, hostnameMatches: true },
  delivery: { verdict: "delivered", status: 200, error: null },
};
const FAILED = { verdict: "failed", status: null, error: "tls" };

/** A fatal TLS alert (RFC 6066, section 3). */
const UNRECOGNIZED_NAME = Buffer.from([0x15, 3, 3, 0, 2, 2, 112]);

/** What all say if there is no handshake, for this reason. */
function withoutHandshake(failure: string) {
  return {
    probe: `${failure} (EPROTO)`,
    audit: { handshake: false, failure, authorized: false, hostnameMatches: false },
    delivery: { ...FAILED, error: failure },
  };
}

/** A chain with this many bytes of unrelated certificates. */
function chainOf(bytes: number): string {
  const stray = makeCertificate({ commonName: "Stray".padEnd(60, "y") }).cert;
  const size = Buffer.from(stray.replace(/-----.*-----|\n/g, ""), "base64").length;
  return own.chain + stray.repeat(Math.ceil(bytes / size));
}

describe("of odd TLS, probe, audit and delivery say the truth:", () => {
  test("a server that refuses the name in the greeting has no TLS for it", async () => {
    const server = await startRawServer((socket) => socket.end(UNRECOGNIZED_NAME));
    onTestFinished(() => void server.close());
    useNames({ [HOST]: [["127.0.0.1"]] });
    expect(await verdictsOf(server.port)).toEqual(withoutHandshake("tls"));
  });

  test("a certificate for another name is not for this one", async () => {
    const { key, chain: cert } = makeCertificate({ names: ["other.example.com"], issuer: root });
    expect(await verdictsOf(await serveTls({ key, cert }))).toEqual({
      probe: "tls (ERR_TLS_CERT_ALTNAME_INVALID)",
      audit: { handshake: true, failure: undefined, authorized: true, hostnameMatches: false },
      delivery: FAILED,
    });
  });

  test("a chain of 64 kB is read, and one of 200 kB is refused", async () => {
    expect(await verdictsOf(await serveTls({ cert: chainOf(64_000) }))).toEqual(SOUND);
    const long = await serveTls({ cert: chainOf(200_000) });
    expect(await verdictsOf(long)).toEqual(withoutHandshake("tls"));
  });
});
