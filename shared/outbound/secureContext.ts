import { constants } from "node:crypto";
import tls, { type SecureContext } from "node:tls";

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

/** The lenient TLS settings with the certificate of an intermediate besides the roots. */
export function contextWith(issuer: string): SecureContext {
  return tls.createSecureContext({
    ...LENIENT,
    ca: [...tls.getCACertificates("default"), issuer],
  });
}
