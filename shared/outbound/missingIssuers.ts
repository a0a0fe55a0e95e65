import { constants, X509Certificate } from "node:crypto";
import tls, { type SecureContext } from "node:tls";
import type { Destination } from "./destination.ts";

/**
 * Without the post-quantum group of OpenSSL's defaults: many servers that see it named ask for its key share,
 * which takes a round trip and more than doubles the bytes that a probe sends.
 */
const STRICT = { ecdhCurve: "X25519:P-256:P-384:P-521" };
/** Like browsers, with servers older than RFC 5746: requests without secrets have none to lose. */
export const LEGACY_SERVERS = { secureOptions: constants.SSL_OP_LEGACY_SERVER_CONNECT };
const LENIENT = { ...STRICT, ...LEGACY_SERVERS };
const MOST_ISSUERS = 200;
/** Maximum number of missing issuers in one chain. */
const MOST_STEPS = 3;
/** How long the issuers of a server are not looked for again after those named could not be trusted. */
const UNFIT_MS = 600_000;
/** And after one could not be fetched: the probe that confirms a failure, a minute later, tries again. */
const AWAY_MS = 30_000;
const MOST_GIVEN_UP = 1000;

/** What OpenSSL says if a server leaves out an intermediate certificate. */
const INCOMPLETE = new Set([
  "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
  "UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
  "UNABLE_TO_GET_ISSUER_CERT",
]);

/** Reads a URL over HTTP; undefined if that fails. */
type Fetch = (url: string) => Promise<Buffer | undefined>;

const issuers = new Map<string, string>();
/** Servers whose issuers are not looked for, and until when. */
const givenUp = new Map<string, number>();
let roots: { texts: readonly string[]; read: X509Certificate[] } | undefined;
let strict: SecureContext | undefined;
let lenient: SecureContext | undefined;

/**
 * The TLS settings of connections, made once: that takes a tenth of a probe's processor time. The lenient
 * ones know the issuers that `learnIssuers` found.
 */
export function requireContext(isLenient: boolean): SecureContext {
  strict ??= tls.createSecureContext(STRICT);
  lenient ??= tls.createSecureContext(LENIENT);
  return isLenient ? lenient : strict;
}

export function isIncomplete(code: string | undefined): boolean {
  return code !== undefined && INCOMPLETE.has(code);
}

/**
 * Fetches the issuers' certificates that a server should have sent, from the URL in the certificate (AIA), as
 * browsers do. True if a trusted root has issued the last; only then are they remembered. A failure is, too,
 * for some minutes.
 */
export async function learnIssuers(
  { connection, serverName }: Destination,
  { fetch, signal }: { fetch: Fetch; signal: AbortSignal },
): Promise<boolean> {
  const server = `${connection.host} ${connection.port}`;
  if ((givenUp.get(server) ?? 0) > Date.now()) return false;
  const giveUp = (ms: number) => keepNewest(givenUp, [[server, Date.now() + ms]], MOST_GIVEN_UP);
  const found: X509Certificate[] = [];
  const sent = await readChain({ ...connection, servername: serverName }, signal);
  if (!sent) return false;
  let last: X509Certificate = sent;
  while (!isIssuedByRoot(last)) {
    const url = found.length < MOST_STEPS ? issuerUrlOf(last) : undefined;
    const body = url && (await fetch(url));
    const issuer = body && readIssuer(body, last);
    if (!issuer) {
      giveUp(url && !body ? AWAY_MS : UNFIT_MS);
      return false;
    }
    found.push(issuer);
    last = issuer;
  }
  if (found.length > 0) remember(found);
  else giveUp(UNFIT_MS);
  return found.length > 0;
}

/** The last certificate that the server sends, unverified. */
async function readChain(
  options: tls.ConnectionOptions,
  signal: AbortSignal,
): Promise<X509Certificate | undefined> {
  const { promise, resolve } = Promise.withResolvers<X509Certificate | undefined>();
  const socket = tls.connect({ ...options, ...LEGACY_SERVERS, rejectUnauthorized: false });
  const end = () => socket.destroy();
  signal.addEventListener("abort", end);
  socket
    .on("secureConnect", () => resolve(socket.getPeerX509Certificate()))
    .on("error", () => {})
    .on("close", () => resolve(undefined));
  let certificate = await promise;
  signal.removeEventListener("abort", end);
  end();
  for (let step = 0; step < MOST_STEPS && certificate?.issuerCertificate; step += 1) {
    certificate = certificate.issuerCertificate;
  }
  return certificate;
}

/** RFC 5280, 4.2.2.1. */
function issuerUrlOf({ infoAccess }: X509Certificate): string | undefined {
  return /^CA Issuers - URI:(http:\S+)$/m.exec(infoAccess ?? "")?.[1];
}

function readIssuer(body: Buffer, of: X509Certificate): X509Certificate | undefined {
  try {
    const issuer = new X509Certificate(body);
    // A certificate that signs itself would be trusted as a root.
    return issuer.ca && hasIssued(issuer, of) && !hasIssued(issuer, issuer) ? issuer : undefined;
  } catch {
    return undefined;
  }
}

function hasIssued(issuer: X509Certificate, certificate: X509Certificate): boolean {
  return certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey);
}

function isIssuedByRoot(certificate: X509Certificate): boolean {
  return trustedRoots().some((root) => hasIssued(root, certificate));
}

/** The roots, read once: that takes ten milliseconds, and any website can have us look for its issuer. */
function trustedRoots(): X509Certificate[] {
  const texts = tls.getCACertificates("default");
  if (roots?.texts !== texts) {
    roots = { texts, read: texts.map((root) => new X509Certificate(root)) };
  }
  return roots.read;
}

function remember(found: X509Certificate[]) {
  if (found.every(({ fingerprint256 }) => issuers.has(fingerprint256))) return;
  const added = found.map((issuer) => [issuer.fingerprint256, issuer.toString()] as const);
  keepNewest(issuers, added, MOST_ISSUERS);
  const ca = [...tls.getCACertificates("default"), ...issuers.values()];
  lenient = tls.createSecureContext({ ...LENIENT, ca });
}

/** Adds entries to a map, and removes the oldest beyond a number. */
function keepNewest<Value>(
  map: Map<string, Value>,
  added: (readonly [string, Value])[],
  most: number,
) {
  for (const [name, value] of added) {
    map.delete(name);
    map.set(name, value);
  }
  for (const name of [...map.keys()].slice(0, Math.max(0, map.size - most))) map.delete(name);
}
