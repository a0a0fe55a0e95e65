import { isIP, type TcpNetConnectOpts } from "node:net";
import ipaddr from "ipaddr.js";
import { describeDnsFailure, OutboundError } from "./failure.ts";
import { askThisMachine, findAnyAddresses, replaceResolver, resolveHostname } from "./resolver.ts";

/** Long enough for a first SYN that is lost and repeated after a second. */
const CONNECT_ATTEMPT_MS = 2_500;

/** A URL that may be requested, and how to connect to its host and to no other. */
export interface Destination {
  url: URL;
  isHttps: boolean;
  /** For TLS: the host name without the root's dot, or "" for an address (RFC 6066, 3). */
  serverName: string;
  connection: TcpNetConnectOpts & { host: string };
}

/**
 * Reads a URL as a browser does (WHATWG), which normalises any spelling of an address, and throws if it must not be
 * requested. For a host name, the socket's `lookup` checks the addresses and then connects to exactly those.
 */
export function toDestination(text: string, signal: AbortSignal): Destination {
  const url = URL.parse(text);
  if (!url || !["http:", "https:"].includes(url.protocol) || url.username || url.password) {
    throw new OutboundError("invalid_url", text);
  }
  if (text.includes("#")) url.hash = "";
  const isHttps = url.protocol === "https:";
  const port = Number(url.port || (isHttps ? 443 : 80));
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const isAddress = isIP(host) !== 0;
  // A socket never calls `lookup` for an address.
  const isAllowed = isAllowedPort(port) && (!isAddress || isAllowedAddress(host));
  if (!isAllowed) throw new OutboundError("blocked", url.href);

  const lookup: TcpNetConnectOpts["lookup"] = (hostname, _, callback) => {
    findAddresses(hostname, url.href, signal).then(
      // `autoSelectFamily` takes all of them.
      (addresses) => callback(null, addresses),
      (error) => callback(error, []),
    );
  };
  return {
    url,
    isHttps,
    serverName: isAddress ? "" : host.replace(/\.$/, ""),
    connection: {
      host,
      port,
      lookup,
      autoSelectFamily: true,
      autoSelectFamilyAttemptTimeout: CONNECT_ATTEMPT_MS,
    },
  };
}

/**
 * The allowed addresses of a host name. Forbidden ones are left out instead of refusing the host: a
 * resolver that adds NAT64 addresses must not make every IPv4 site unreachable.
 */
async function findAddresses(hostname: string, url: string, signal: AbortSignal) {
  const addresses = await resolveHostname(hostname, signal).catch((error) => {
    throw describeDnsFailure(error, url);
  });
  const allowed = addresses.filter(
    ({ address }) => isIP(address) !== 0 && isAllowedAddress(address),
  );
  if (allowed.length === 0) {
    throw addresses.length === 0
      ? new OutboundError("dns", url, "ENODATA")
      : new OutboundError("blocked", url);
  }
  return allowed
    .map(({ address }) => ({ address, family: isIP(address) }))
    .toSorted((one, other) => one.family - other.family);
}

/** All addresses of a host, for the limits of requests. Empty if the look-up fails. */
export async function addressesOf(hostname: string): Promise<string[]> {
  const host = hostname.replace(/^\[|\]$/g, "");
  if (isIP(host) !== 0) return [host];
  return (await findAnyAddresses(host)).map(({ address }) => address);
}

const WEB_PORTS = [80, 443];

/** IANA's global unicast block; all other IPv6 addresses are special or unassigned. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR("2000::/3");

/** What may be reached besides public addresses and the web's ports. */
let localAccess = { loopback: false, anyPort: false };

/**
 * Lets this process also reach loopback, on any port, and resolve this machine's own names. For the local service and
 * tests. It is a call instead of a setting, so that no deployment can turn it on.
 */
export function allowLocalAddresses({ loopback = true, anyPort = true } = {}) {
  localAccess = { loopback, anyPort };
  replaceResolver(askThisMachine);
}

/** Whether `allowLocalAddresses` was called. Threads don't share this and must be told. */
export function allowsLocalAddresses(): boolean {
  return localAccess.loopback;
}

/**
 * Whether a connection to this IP address may be made: a public unicast address, in no block of
 * IANA's special-purpose registries. IPv4 inside IPv6 (mapped, compatible, NAT64, 6to4, Teredo) is
 * always refused, because no website is served there.
 */
function isAllowedAddress(address: string): boolean {
  const parsed = ipaddr.parse(address);
  const range = parsed.range();
  if (range === "loopback") return localAccess.loopback;
  if (range !== "unicast") return false;
  return parsed.kind() === "ipv4" || parsed.match(GLOBAL_UNICAST);
}

/** Whether a host can't be reached from the internet: `localhost`, or an address that is not public. */
export function isPrivateHost(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, "");
  if (host === "localhost" || host.endsWith(".localhost")) return !localAccess.loopback;
  return ipaddr.isValid(host) && !isAllowedAddress(host);
}

function isAllowedPort(port: number): boolean {
  return localAccess.anyPort || WEB_PORTS.includes(port);
}

/** Whether a URL names a port to which no request is ever sent. */
export function isAtOtherPort(url: string): boolean {
  const { port = "" } = URL.parse(url) ?? {};
  return port !== "" && !isAllowedPort(Number(port));
}
