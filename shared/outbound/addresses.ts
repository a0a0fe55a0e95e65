import ipaddr from "ipaddr.js";
import { askThisMachine, replaceResolver } from "./resolver.ts";

const WEB_PORTS = [80, 443];

/** What IANA allocates as global unicast; everything else of IPv6 is special or unassigned. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR("2000::/3");

/** What may be reached besides public addresses on the web's ports. Only tests touch it directly. */
export const localAccess = { loopback: false, anyPort: false };

/**
 * From now on this process may also reach loopback, on any port, and knows the names that this
 * machine knows. For the local host and tests: a call and no setting, so that nothing deployed can
 * express it.
 */
export function allowLocalAddresses() {
  localAccess.loopback = true;
  localAccess.anyPort = true;
  replaceResolver(askThisMachine);
}

/** Whether that was called; a thread that works for this process has to be told. */
export function allowsLocalAddresses(): boolean {
  return localAccess.loopback;
}

/**
 * Whether a connection to this IP address may be made: a public unicast address, in no block of
 * IANA's special-purpose registries. IPv4 inside IPv6 (mapped, compatible, NAT64, 6to4, Teredo)
 * is refused whatever it holds, as nobody serves a website on it.
 */
export function isAllowedAddress(address: string): boolean {
  const parsed = ipaddr.parse(address);
  const range = parsed.range();
  if (range === "loopback") return localAccess.loopback;
  if (range !== "unicast") return false;
  return parsed.kind() === "ipv4" || parsed.match(GLOBAL_UNICAST);
}

/**
 * Whether a host is another machine for everybody who follows a link to it, or none: `localhost`, or
 * an address that is not public.
 */
export function isPrivateHost(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, "");
  if (host === "localhost" || host.endsWith(".localhost")) return !localAccess.loopback;
  return ipaddr.isValid(host) && !isAllowedAddress(host);
}

export function isAllowedPort(port: number): boolean {
  return localAccess.anyPort || WEB_PORTS.includes(port);
}

/** Whether a URL names a port that is never asked: nobody knows what is there. */
export function isAtOtherPort(url: string): boolean {
  const { port = "" } = URL.parse(url) ?? {};
  return port !== "" && !isAllowedPort(Number(port));
}
