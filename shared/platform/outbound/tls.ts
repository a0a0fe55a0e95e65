import { constants } from "node:crypto";
import tls, { type PeerCertificate, type SecureContext, type TLSSocket } from "node:tls";
import { type Destination, toDestination } from "./destination.ts";
import { OutboundError } from "./failure.ts";

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
