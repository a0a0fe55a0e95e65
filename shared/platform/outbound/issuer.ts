import { X509Certificate } from "node:crypto";
import type { SecureContext } from "node:tls";
import { timestamp } from "../time.ts";
import { type Destination, toDestination } from "./destination.ts";
import { describeFailure, OutboundError, withDeadline } from "./failure.ts";
import { type HopOptions, type HopRequest, type HopResponse, sendHop } from "./hop.ts";
import { contextWith, handshake } from "./tls.ts";

const MAX_BYTES = 16_384;
const FETCH_TIMEOUT_MS = 3_000;
const KEPT_MS = 3_600_000;
/** A context takes 1.3 MB and 18 ms of processor time. */
const MAX_KEPT = 20;

/** OpenSSL's codes for a missing intermediate, or one that leads to no trusted root. */
const CHAIN_FAULTS = new Set([
  "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
  "UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
  "UNABLE_TO_GET_ISSUER_CERT",
  "SELF_SIGNED_CERT_IN_CHAIN",
  "CERT_HAS_EXPIRED",
]);

/** Whether a certificate may be refused only because an intermediate is missing or has expired. */
export function isChainFault(code: string | undefined): boolean {
  return code !== undefined && CHAIN_FAULTS.has(code);
}

/** TLS settings with fetched issuers, by the issuer's address. */
const issuers = new Map<
  string,
  { issuer: X509Certificate; context: SecureContext; until: number }
>();

/** Makes one request. If the server omits its issuer, fetches the issuer and connects again. */
export async function sendWithIssuer(hop: HopRequest, options: HopOptions): Promise<HopResponse> {
  try {
    return await sendHop(hop, options);
  } catch (error) {
    if (!(error instanceof OutboundError) || !isChainFault(error.code)) throw error;
    const { signal } = options;
    const leaf = await findLeaf(toDestination(hop.url, signal), signal);
    const secureContext = await fetchIssuer(leaf, signal);
    if (!secureContext) throw withEnd(error, leaf);
    return await sendHop(hop, { ...options, secureContext });
  }
}

/** The error, with the certificate's end date if that is the cause. */
function withEnd(error: OutboundError, leaf: X509Certificate | undefined): OutboundError {
  const { failure, url, code } = error;
  const isOver = leaf !== undefined && leaf.validToDate <= new Date();
  return isOver ? new OutboundError(failure, url, code, timestamp(leaf.validToDate)) : error;
}

/** The certificate that a server sends for itself, unverified; undefined if it sends none. */
async function findLeaf(
  destination: Destination,
  signal: AbortSignal,
): Promise<X509Certificate | undefined> {
  const leaf = handshake(destination, { signal }, (socket) => socket.getPeerX509Certificate());
  return await unlessOurs(leaf, destination.url.href);
}

/**
 * Fetches the issuer of a server's certificate from the address in it (RFC 5280, 4.2.2.1), as browsers do. Returns TLS
 * settings with this issuer. OpenSSL then decides whether it leads to a trusted root.
 */
export async function fetchIssuer(
  leaf: X509Certificate | undefined,
  signal: AbortSignal,
): Promise<SecureContext | undefined> {
  const [, url] = /^CA Issuers - URI:(http:\S+)$/m.exec(leaf?.infoAccess ?? "") ?? [];
  if (!leaf || !url || !isCurrent(leaf)) return undefined;
  const cached = issuers.get(url);
  if (cached && cached.until > Date.now() && hasIssued(cached.issuer, leaf)) return cached.context;
  const issuer = readIssuer(await fetchCertificate(url, signal), leaf);
  if (!issuer) return undefined;
  const context = contextWith(issuer.toString());
  issuers.delete(url);
  issuers.set(url, { issuer, context, until: Date.now() + KEPT_MS });
  const [oldest = ""] = issuers.keys();
  if (issuers.size > MAX_KEPT) issuers.delete(oldest);
  return context;
}

/** The result; undefined if a host is at fault. Throws faults of ours. */
async function unlessOurs<Result>(work: Promise<Result>, url: string): Promise<Result | undefined> {
  return await work.catch((error) => void describeFailure(error, url));
}

async function fetchCertificate(url: string, signal: AbortSignal): Promise<Buffer | undefined> {
  const limits = { url, timeoutMs: FETCH_TIMEOUT_MS, signal };
  const request = withDeadline(limits, (ending) =>
    sendHop(
      { url, method: "GET", headers: {} },
      { maxBytes: MAX_BYTES, followed: false, signal: ending },
    ),
  );
  const answer = await unlessOurs(request, url);
  return answer?.status === 200 && !answer.truncated ? answer.body : undefined;
}

function readIssuer(body: Buffer | undefined, leaf: X509Certificate): X509Certificate | undefined {
  try {
    const issuer = body && new X509Certificate(body);
    // A certificate that signs itself would be trusted as a root.
    const isFit = issuer?.ca && hasIssued(issuer, leaf) && !hasIssued(issuer, issuer);
    return isFit ? issuer : undefined;
  } catch {
    return undefined;
  }
}

function hasIssued(issuer: X509Certificate, certificate: X509Certificate): boolean {
  return certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey);
}

function isCurrent({ validFromDate, validToDate }: X509Certificate): boolean {
  const now = new Date();
  return validFromDate <= now && now < validToDate;
}
