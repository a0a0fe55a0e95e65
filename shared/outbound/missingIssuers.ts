import { constants, X509Certificate } from "node:crypto";
import tls, { type SecureContext } from "node:tls";
import type { Destination } from "./destination.ts";

/** Offers the post-quantum group last: its key share would double the bytes that a probe sends. */
const STRICT = { ecdhCurve: "X25519:P-256:P-384:P-521:X25519MLKEM768" };
/** Like browsers, with servers older than RFC 5746: requests without secrets have none to lose. */
export const LEGACY_SERVERS = { secureOptions: constants.SSL_OP_LEGACY_SERVER_CONNECT };
const LENIENT = { ...STRICT, ...LEGACY_SERVERS };
const MOST_ISSUERS = 200;
/** Maximum number of missing issuers in one chain. */
const MOST_STEPS = 3;

/** What OpenSSL says if a server leaves out an intermediate certificate. */
const INCOMPLETE = new Set([
  "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
  "UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
  "UNABLE_TO_GET_ISSUER_CERT",
]);

/** Reads a URL over HTTP; undefined if that fails. */
type Fetch = (url: string) => Promise<Buffer | undefined>;

const issuers = new Map<string, string>();
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
 * browsers do. True if a trusted root has issued the last; only then are they remembered.
 */
export async function learnIssuers(
  { connection, serverName }: Destination,
  { fetch, signal }: { fetch: Fetch; signal: AbortSignal },
): Promise<boolean> {
  const sent = await readChain({ ...connection, servername: serverName }, signal);
  const found: X509Certificate[] = [];
  let last = sent;
  while (last && found.length < MOST_STEPS) {
    if (isIssuedByRoot(last)) return remember(found);
    last = await fetchIssuer(last, fetch);
    if (last) found.push(last);
  }
  return last !== undefined && isIssuedByRoot(last) && remember(found);
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
async function fetchIssuer(
  of: X509Certificate,
  fetch: Fetch,
): Promise<X509Certificate | undefined> {
  const [, url] = /^CA Issuers - URI:(http:\S+)$/m.exec(of.infoAccess ?? "") ?? [];
  const body = url && (await fetch(url));
  if (!body) return undefined;
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

function remember(found: X509Certificate[]): boolean {
  if (found.length === 0 || issuers.size + found.length > MOST_ISSUERS) return false;
  if (found.every(({ fingerprint256 }) => issuers.has(fingerprint256))) return true;
  for (const issuer of found) issuers.set(issuer.fingerprint256, issuer.toString());
  const ca = [...tls.getCACertificates("default"), ...issuers.values()];
  lenient = tls.createSecureContext({ ...LENIENT, ca });
  return true;
}
