import { X509Certificate } from "node:crypto";
import type { TLSSocket } from "node:tls";
import { type Destination, toDestination } from "./destination.ts";
import { describeFailure, withDeadline } from "./failure.ts";
import { fetchIssuer, isChainFault } from "./issuer.ts";
import { checkServerIdentity, handshake } from "./tls.ts";

const MAX_NAME_LENGTH = 300;

export interface TlsInspection {
  handshake: boolean;
  /**
   * Without a handshake, its code (`ECONNREFUSED`), else the OutboundFailure (`timeout`). With one, the reason why
   * the chain is not trusted (`CERT_HAS_EXPIRED`); absent if it is trusted.
   */
  failure?: string;
  /** The chain ends at a trusted root and all its dates are valid, whatever the name. */
  authorized: boolean;
  hostnameMatches: boolean;
  /** The server omits a valid intermediate, which was fetched as browsers do. */
  isIncomplete?: true;
  /** The host's own certificate; absent without a handshake. */
  certificate?: {
    /** The distinguished name in one line: `CN=R11, O=Let's Encrypt`. */
    issuer: string;
    valid_from: Date;
    valid_to: Date;
  };
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
    const { failure, code = failure } = describeFailure(error, url);
    return { handshake: false, failure: code, authorized: false, hostnameMatches: false };
  }
}

async function inspect(destination: Destination, signal: AbortSignal): Promise<TlsInspection> {
  const read = (socket: TLSSocket) => ({
    sent: describeSocket(socket, destination.serverName || destination.connection.host),
    leaf: socket.getPeerX509Certificate(),
  });
  const { sent, leaf } = await handshake(destination, { signal }, read);
  if (!isChainFault(sent.failure)) return sent;
  const secureContext = await fetchIssuer(leaf, signal);
  if (!secureContext) return sent;
  const completed = await handshake(destination, { signal, secureContext }, read);
  return completed.sent.authorized ? { ...completed.sent, isIncomplete: true } : sent;
}

function describeSocket(socket: TLSSocket, name: string): TlsInspection {
  const leaf = socket.getPeerCertificate();
  const { authorized, authorizationError } = socket;
  return {
    handshake: true,
    ...(authorized ? {} : { failure: String(authorizationError) }),
    authorized,
    hostnameMatches: checkServerIdentity(name, leaf) === undefined,
    ...(leaf.raw && { certificate: describeCertificate(new X509Certificate(leaf.raw)) }),
  };
}

function describeCertificate({ issuer, validFromDate, validToDate }: X509Certificate) {
  // Node has no name for an issuer whose subject is empty.
  const name: string | undefined = issuer;
  return {
    issuer: (name ?? "").replaceAll("\n", ", ").slice(0, MAX_NAME_LENGTH),
    ...{ valid_from: validFromDate, valid_to: validToDate },
  };
}
