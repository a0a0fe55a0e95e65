import { X509Certificate } from "node:crypto";
import type { DetailedPeerCertificate, TLSSocket } from "node:tls";
import { type Destination, toDestination } from "./destination.ts";
import { describeFailure, withDeadline } from "./failure.ts";
import { fetchIssuer, findLeaf, isChainFault } from "./issuer.ts";
import { checkServerIdentity, handshake } from "./tls.ts";

const MAX_CERTIFICATES = 10;
const MAX_NAME_LENGTH = 300;

export interface TlsInspection {
  handshake: boolean;
  /**
   * Without a handshake, an OutboundFailure (`tls`, `refused`, `dns`, `blocked` ...). With one, the reason why the
   * chain is not trusted (`CERT_HAS_EXPIRED`); absent if it is trusted.
   */
  failure?: string;
  /** The chain ends at a trusted root and all its dates are valid, whatever the name. */
  authorized: boolean;
  hostnameMatches: boolean;
  /** The server omits a valid intermediate, which was fetched as browsers do. */
  isIncomplete?: true;
  /** The leaf first, then its known issuers. */
  chain: DescribedCertificate[];
}

interface DescribedCertificate {
  /** Distinguished names in one line: `CN=example.com, O=Example`. */
  subject: string;
  issuer: string;
  valid_from: Date;
  valid_to: Date;
}

/** Makes a TLS handshake, whatever the certificate, and describes the certificate. Throws for faults of ours only. */
export async function inspectTls(
  hostname: string,
  { port = 443, timeoutMs }: { port?: number; timeoutMs: number },
): Promise<TlsInspection> {
  const host = hostname.includes(":") && !hostname.startsWith("[") ? `[${hostname}]` : hostname;
  const url = `https://${host}:${port}/`;
  try {
    return await withDeadline({ url, timeoutMs }, async (signal) =>
      inspect(toDestination(url, signal), signal),
    );
  } catch (error) {
    const { failure } = describeFailure(error, url);
    return { handshake: false, failure, authorized: false, hostnameMatches: false, chain: [] };
  }
}

async function inspect(destination: Destination, signal: AbortSignal): Promise<TlsInspection> {
  const describe = (socket: TLSSocket) =>
    describeSocket(socket, destination.serverName || destination.connection.host);
  const sent = await handshake(destination, { signal }, describe);
  if (!isChainFault(sent.failure)) return sent;
  const secureContext = await fetchIssuer(await findLeaf(destination, signal), signal);
  if (!secureContext) return sent;
  const completed = await handshake(destination, { signal, secureContext }, describe);
  return completed.authorized ? { ...completed, isIncomplete: true } : sent;
}

function describeSocket(socket: TLSSocket, name: string): TlsInspection {
  const leaf = socket.getPeerCertificate(true);
  const { authorized, authorizationError } = socket;
  return {
    handshake: true,
    ...(authorized ? {} : { failure: String(authorizationError) }),
    authorized,
    hostnameMatches: checkServerIdentity(name, leaf) === undefined,
    chain: describeChain(leaf),
  };
}

/** The leaf, then its known issuers. */
function describeChain(leaf: DetailedPeerCertificate): DescribedCertificate[] {
  return certificates(leaf).map(({ subject, issuer, validFromDate, validToDate }) => ({
    subject: oneLine(subject),
    issuer: oneLine(issuer),
    valid_from: validFromDate,
    valid_to: validToDate,
  }));
}

/** A root is its own issuer, which ends the chain. */
function certificates(leaf: DetailedPeerCertificate): X509Certificate[] {
  const chain: X509Certificate[] = [];
  let next: DetailedPeerCertificate | undefined = leaf;
  while (next?.raw && chain.length < MAX_CERTIFICATES) {
    chain.push(new X509Certificate(next.raw));
    next = next.issuerCertificate === next ? undefined : next.issuerCertificate;
  }
  return chain;
}

/** Node has no name for a certificate whose subject is empty. */
function oneLine(name: string | undefined): string {
  return (name ?? "").replaceAll("\n", ", ").slice(0, MAX_NAME_LENGTH);
}
