import type { LookupAddress } from "node:dns";
import { isIP, type TcpNetConnectOpts } from "node:net";
import { isAllowedAddress, isAllowedPort } from "./addresses.ts";
import { OutboundError } from "./failure.ts";
import { resolveHostname } from "./resolver.ts";

const ADDRESSES_PER_FAMILY = 4;

/** Long enough for a first SYN that is lost and sent again after a second. */
const CONNECT_ATTEMPT_MS = 2_500;

/** A URL that may be asked for, and how to reach its host and nothing else. */
export interface Destination {
  url: URL;
  isHttps: boolean;
  /** For TLS: the host name without the root's dot, or "" for an address (RFC 6066, 3). */
  serverName: string;
  connection: TcpNetConnectOpts & { host: string };
}

/**
 * Reads a URL as a browser does (WHATWG), so that any spelling of an address becomes the address,
 * and refuses what must not be asked for. The addresses of a host name are checked in `lookup`,
 * by the socket itself, which then connects to exactly those.
 */
export function toDestination(text: string, signal: AbortSignal): Destination {
  const url = URL.parse(text);
  if (!url || !["http:", "https:"].includes(url.protocol) || url.username || url.password) {
    throw new OutboundError("invalid-url", text);
  }
  if (text.includes("#")) url.hash = "";
  const isHttps = url.protocol === "https:";
  const port = Number(url.port || (isHttps ? 443 : 80));
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const isAddress = isIP(host) !== 0;
  // A socket never calls `lookup` for an address.
  const isAllowed = isAllowedPort(port) && (!isAddress || isAllowedAddress(host));
  if (!isAllowed) throw new OutboundError("blocked", url.href);

  const lookup = guardedLookup(url.href, signal);
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

function guardedLookup(url: string, signal: AbortSignal): TcpNetConnectOpts["lookup"] {
  return (hostname, options, callback) => {
    findAddresses(hostname, url, signal).then(
      (addresses) => {
        const [first] = addresses;
        if (options.all || !first) callback(null, addresses);
        else callback(null, first.address, first.family);
      },
      (error) => callback(error, []),
    );
  };
}

/**
 * The addresses of a host name that may be reached. One that may not is left out and the others
 * are used: a resolver that adds NAT64 addresses must not make every IPv4 site unreachable.
 */
async function findAddresses(hostname: string, url: string, signal: AbortSignal) {
  const found = await resolveHostname(hostname, signal).catch(({ code }) => {
    throw new OutboundError("dns", url, code);
  });
  const allowed = found.filter(({ address }) => isIP(address) !== 0 && isAllowedAddress(address));
  if (allowed.length === 0) {
    throw found.length === 0
      ? new OutboundError("dns", url, "ENODATA")
      : new OutboundError("blocked", url);
  }
  return [...ofFamily(allowed, 4), ...ofFamily(allowed, 6)];
}

function ofFamily(addresses: LookupAddress[], family: 4 | 6): LookupAddress[] {
  return addresses
    .filter(({ address }) => isIP(address) === family)
    .slice(0, ADDRESSES_PER_FAMILY)
    .map(({ address }) => ({ address, family }));
}
