import { constants } from "node:crypto";
import tls, { type PeerCertificate, type SecureContext } from "node:tls";

/**
 * Without the post-quantum group of OpenSSL's defaults: many servers that see it named ask for its key share,
 * which takes a round trip and more than doubles the bytes that a probe sends.
 */
const STRICT = { ecdhCurve: "X25519:P-256:P-384:P-521" };
/** Like browsers, with servers older than RFC 5746: requests without secrets have none to lose. */
export const LEGACY_SERVERS = { secureOptions: constants.SSL_OP_LEGACY_SERVER_CONNECT };
const LENIENT = { ...STRICT, ...LEGACY_SERVERS };

let strict: SecureContext | undefined;
let lenient: SecureContext | undefined;

/** The TLS settings of connections, made once: that takes a tenth of a probe's processor time. */
export function requireContext(isLenient: boolean): SecureContext {
  strict ??= tls.createSecureContext(STRICT);
  lenient ??= tls.createSecureContext(LENIENT);
  return isLenient ? lenient : strict;
}

/** Checks a certificate's name as browsers do: the common name does not count (RFC 9525, 4.1), as it does for Node. */
export function checkServerIdentity(host: string, certificate: PeerCertificate): Error | undefined {
  const names = certificate.subjectaltname ?? "";
  if (/(?:DNS|IP Address):/.test(names)) return tls.checkServerIdentity(host, certificate);
  const code = "ERR_TLS_CERT_ALTNAME_INVALID";
  return Object.assign(new Error(`The certificate names no host, so not ${host}`), { code });
}

/** The lenient TLS settings with the certificate of an intermediate besides the roots. */
export function contextWith(issuer: string): SecureContext {
  return tls.createSecureContext({
    ...LENIENT,
    ca: [...tls.getCACertificates("default"), issuer],
  });
}
