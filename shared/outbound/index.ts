/**
 * Every request that this service makes to somebody else's host goes through here: private and
 * special addresses are refused when the connection is made, and time, bytes, headers, redirects
 * and inflated size are capped.
 */

export { decodeText } from "./body.ts";
export { type Connections, keepAlive } from "./connections.ts";
export {
  allowLocalAddresses,
  allowsLocalAddresses,
  isAtOtherPort,
  isPrivateHost,
} from "./destination.ts";
export { OutboundError, type OutboundFailure } from "./failure.ts";
export { isBotWall, ROBOT_NAME, userAgent } from "./headers.ts";
export { inspectTls, type TlsInspection } from "./inspectTls.ts";
export {
  type OutboundOptions,
  type OutboundResponse,
  outboundRequest,
  redirectTarget,
} from "./request.ts";
export { isIpv6Only, replaceResolver } from "./resolver.ts";
