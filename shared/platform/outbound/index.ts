/**
 * The client of every request to a host that is not ours. It refuses private and special addresses as it
 * connects, and caps time, bytes, headers, redirects and inflated size.
 */

export type { OutboundFailure } from "../../vocabulary/reasons.ts";
export { isDecoded } from "./body.ts";
export { CookieJar } from "./cookies.ts";
export { decodeText } from "./decodeText.ts";
export {
  addressesOf,
  allowLocalAddresses,
  allowsLocalAddresses,
  isAtOtherPort,
  isPrivateHost,
} from "./destination.ts";
export { OutboundError } from "./failure.ts";
export { ROBOT_NAME, retryAfterMs } from "./headers.ts";
export { type Connections, keepAlive } from "./hop.ts";
export { HostLimiter, hostLimiter } from "./hostLimiter.ts";
export {
  followRedirects,
  isBotWall,
  type OutboundOptions,
  type OutboundResponse,
  outboundRequest,
  redirectTarget,
} from "./request.ts";
export { isIpv6Only } from "./resolver.ts";
export { inspectTls, isHttp2Only, type TlsInspection } from "./tls.ts";
