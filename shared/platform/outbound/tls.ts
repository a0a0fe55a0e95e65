import { constants, X509Certificate } from "node:crypto";
import tls, { type PeerCertificate, type SecureContext, type TLSSocket } from "node:tls";
import { type Destination, toDestination } from "./destination.ts";
import { describeFailure, OutboundError, withDeadline } from "./failure.ts";
import { fetchIssuer, findLeaf, isChainFault } from "./issuer.ts";

/**
 * Without the post-quantum group of OpenSSL's defaults. Many servers would ask for its key share, which takes a round
 * trip and more than doubles the bytes that a probe sends.
 */
const STRICT = { ecdhCurve: "X25519:P-256:P-384:P-521" };
/** Allows servers older than RFC 5746, as browsers do. Requests without secrets have none to lose. */
const LEGACY_SERVERS = { secureOptions: constants.SSL_OP_LEGACY_SERVER_CONNECT };
const LENIENT = { ...STRICT, ...LEGACY_SERVERS };

let strict: SecureContext | undefined;
let lenient: SecureContext | undefined;

/** The TLS settings of connections, created once: that takes a tenth of a probe's processor time. */
export function requireContext(isLenient: boolean): SecureContext {
  strict ??= tls.createSecureContext(STRICT);
  lenient ??= tls.createSecureContext(LENIENT);
  return isLenient ? lenient : strict;
}

/** Checks a certificate's name as browsers do. Unlike in Node, the common name does not count (RFC 9525, 4.1). */
export function checkServerIdentity(host: string, certificate: PeerCertificate): Error | undefined {
  const names = certificate.subjectaltname ?? "";
  if (/(?:DNS|IP Address):/.test(names)) return tls.checkServerIdentity(host, certificate);
  const code = "ERR_TLS_CERT_ALTNAME_INVALID";
  return Object.assign(new Error(`The certificate names no host, so not ${host}`), { code });
}

/** The lenient TLS settings, which also trust an intermediate. */
export function contextWith(issuer: string): SecureContext {
  return tls.createSecureContext({
    ...LENIENT,
    ca: [...tls.getCACertificates("default"), issuer],
  });
}

/**
 * Makes a handshake, whatever the certificate, and returns the result of `read`. Throws the socket's error, or an
 * OutboundError if the server closes the connection.
 */
export async function handshake<Result>(
  { connection, serverName, url }: Destination,
  {
    signal,
    ...options
  }: { signal: AbortSignal; secureContext?: SecureContext; ALPNProtocols?: string[] },
  read: (socket: TLSSocket) => Result,
): Promise<Result> {
  signal.throwIfAborted();
  const socket = tls.connect({
    ...connection,
    ...(options.secureContext ? {} : LEGACY_SERVERS),
    ...options,
    ...(serverName ? { servername: serverName } : {}),
    rejectUnauthorized: false,
    checkServerIdentity: () => undefined,
  });
  const abort = () => socket.destroy(signal.reason);
  signal.addEventListener("abort", abort);
  try {
    await new Promise<void>((resolve, reject) => {
      socket.once("secureConnect", resolve).on("error", reject);
      socket.once("close", () => reject(new OutboundError("tls", url.href)));
    });
    return read(socket);
  } finally {
    signal.removeEventListener("abort", abort);
    socket.destroy();
  }
}

const HTTP2_TIMEOUT_MS = 5_000;

/** Whether a server speaks HTTP/2 by TLS and refuses HTTP/1.1, which is all that requests speak. */
export async function isHttp2Only(url: string): Promise<boolean> {
  if (!url.startsWith("https:")) return false;
  const signal = AbortSignal.timeout(HTTP2_TIMEOUT_MS);
  const accepts = (protocol: string) =>
    handshake(
      toDestination(url, signal),
      { signal, ALPNProtocols: [protocol] },
      ({ authorized, alpnProtocol }) => authorized && alpnProtocol === protocol,
    ).catch(() => false);
  return (await accepts("h2")) && !(await accepts("http/1.1"));
}

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
    const { failure } = describeFailure(error, url);
    return { handshake: false, failure, authorized: false, hostnameMatches: false };
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
