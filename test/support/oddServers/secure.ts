import { once } from "node:events";
import http from "node:http";
import type { AddressInfo } from "node:net";
import type { TLSSocket, TlsOptions } from "node:tls";
import { type Certificate, type CertificateOptions, makeCertificate } from "../certificate.ts";
import {
  ends,
  FINE,
  HOST,
  MALFORMED,
  type OddServer,
  type Ours,
  odd,
  ok,
  PAGE,
} from "./oddServer.ts";

const DAY_MS = 86_400_000;

/** The root that issued the certificates of odd servers, to be trusted. */
export const root = makeCertificate({ commonName: "Odd Root", names: [], authority: true });
const issuer = makeIssuer("Odd Issuer");
const otherIssuer = makeIssuer("Another Issuer");

/** Serves the issuer's certificate, as authorities do. */
const issuers = http.createServer((_, response) => {
  response.end(Buffer.from(issuer.cert.replace(/-----.*-----|\n/g, ""), "base64"));
});
await once(issuers.listen(0, "127.0.0.1").unref(), "listening");
const issuerUrl = `http://127.0.0.1:${(issuers.address() as AddressInfo).port}/issuer.crt`;

const refused: Ours = ["tls", "tls", "tls"];
const DATE = "ERR_CERT_DATE_INVALID";
const AUTHORITY = "ERR_CERT_AUTHORITY_INVALID";
const NAME = "ERR_CERT_COMMON_NAME_INVALID";
const VERSION = "ERR_SSL_VERSION_OR_CIPHER_MISMATCH";

const page = ends(ok(), PAGE);
const own = keyOf(makeCertificate({ names: [HOST], issuer }));

function makeIssuer(commonName: string): Certificate {
  return makeCertificate({ commonName, names: [], authority: true, issuer: root });
}

function keyOf({ key, chain: cert }: Certificate): TlsOptions {
  return { key, cert };
}

function certified(options: CertificateOptions): TlsOptions {
  return keyOf(makeCertificate({ names: [HOST], issuer, ...options }));
}

function secure(
  name: string,
  tls: TlsOptions,
  ...[chromium, ours, talk = page]: [OddServer["chromium"], Ours, OddServer["talk"]?]
): OddServer {
  return { ...odd(name, talk, chromium, ours), tls: { ...own, ...tls } };
}

const yesterday = new Date(Date.now() - DAY_MS);
const tomorrow = new Date(Date.now() + DAY_MS);

/** Servers of HTTPS, which need `root` to be trusted and their name to be this machine's. */
export const secureServers: OddServer[] = [
  secure("a sound certificate", {}, "shown", FINE),
  secure(
    "a certificate that has expired",
    certified({ validFrom: new Date(0), validTo: yesterday }),
    DATE,
    refused,
  ),
  secure("a certificate of tomorrow", certified({ validFrom: tomorrow }), DATE, refused),
  secure(
    "a certificate that signs itself",
    keyOf(makeCertificate({ names: [HOST] })),
    AUTHORITY,
    refused,
  ),
  secure(
    "a certificate for another name",
    certified({ names: ["other.example.com"] }),
    NAME,
    refused,
  ),
  secure(
    "a certificate without its issuer's, which can be fetched",
    certified({ issuer: { ...issuer, chain: "" }, issuerUrl }),
    "shown",
    ["up", "page", "tls"],
  ),
  secure(
    "a certificate without its issuer's, which can't be fetched",
    certified({ issuer: { ...otherIssuer, chain: "" } }),
    AUTHORITY,
    refused,
  ),
  secure("the root in the chain", { cert: `${own.cert}${root.cert}` }, "shown", FINE),
  secure(
    "a stray certificate in the chain",
    { cert: `${own.cert}${makeCertificate().cert}` },
    "shown",
    FINE,
  ),
  secure("TLS 1.0", only("TLSv1"), VERSION, refused),
  secure("TLS 1.1", only("TLSv1.1"), VERSION, refused),
  secure("TLS 1.2", only("TLSv1.2"), "shown", FINE),
  secure("TLS 1.3", only("TLSv1.3"), "shown", FINE),
  secure("HTTP/1.1 by ALPN", { ALPNProtocols: ["http/1.1"] }, "shown", FINE),
  secure(
    "a certificate of the client, if it has one",
    { requestCert: true, rejectUnauthorized: false },
    "shown",
    FINE,
  ),
  secure("lines of LF over TLS", {}, "shown", MALFORMED, ends(ok().replaceAll("\r\n", "\n"), PAGE)),
  secure("a new negotiation", { maxVersion: "TLSv1.2" }, "shown", FINE, negotiates),
  secure(
    "a name that is refused",
    { SNICallback: (_, done) => done(new Error("no such name")) },
    "ERR_CONNECTION_CLOSED",
    ["reset", "reset", "reset"],
  ),
];

function only(version: "TLSv1" | "TLSv1.1" | "TLSv1.2" | "TLSv1.3"): TlsOptions {
  return { minVersion: version, maxVersion: version, ciphers: "ALL@SECLEVEL=0" };
}

function negotiates(socket: TLSSocket | Parameters<OddServer["talk"]>[0]) {
  if (!("renegotiate" in socket)) return;
  socket.renegotiate({}, (error) => (error ? socket.destroy() : page(socket, "")));
}
