import type { LookupAddress, RecordWithTtl } from "node:dns";
import { lookup, Resolver } from "node:dns/promises";
import { isIP } from "node:net";

/** An address of a host name, and its time to live in seconds. */
type Address = LookupAddress & { ttl?: number };

/** Finds all addresses of a host name. Throws an error with a `code` such as ENOTFOUND. */
type Resolve = (hostname: string, signal: AbortSignal) => Promise<Address[]>;

const NO_DATA = "ENODATA";
const ATTEMPT_MS = 1_500;
const ATTEMPTS = 2;
/** The websites of one host, and the hops of a redirect, share a look-up within this time. */
const LONGEST_SECONDS = 60;
const MOST_NAMES = 5000;
/** Connections are tried to no more addresses of a host, and a name may have thousands. */
const MOST_ADDRESSES = 8;

let current = rememberNames(askNameServers);

/** Replaces DNS: locally by this machine's own resolver, in tests by tables. */
export function replaceResolver(resolve: Resolve) {
  current = rememberNames(resolve);
}

export const resolveHostname: Resolve = (hostname, signal) => current(hostname, signal);

/** Whether the host of a URL only has IPv6 addresses. False if the look-up fails. */
export async function isIpv6Only(url: string): Promise<boolean> {
  const host = (URL.parse(url)?.hostname ?? "").replace(/^\[|\]$/g, "");
  if (isIP(host) !== 0 || host === "") return isIP(host) === 6;
  const addresses = await findAnyAddresses(host);
  return addresses.length > 0 && addresses.every(({ family }) => family === 6);
}

/** All addresses of a host name, public or not; empty if the look-up fails. */
export async function findAnyAddresses(hostname: string): Promise<Address[]> {
  const signal = AbortSignal.timeout(ATTEMPT_MS * ATTEMPTS);
  return await resolveHostname(hostname, signal).catch(() => []);
}

/** Caches addresses for their time to live, at most a minute. Failures are not cached. */
function rememberNames(resolve: Resolve): Resolve {
  const cache = new Map<string, { addresses: Address[]; until: number }>();
  return async (hostname, signal) => {
    const cached = cache.get(hostname);
    if (cached && cached.until > Date.now()) return cached.addresses;
    const addresses = await resolve(hostname, signal);
    const seconds = Math.min(LONGEST_SECONDS, ...addresses.map(({ ttl = 0 }) => ttl));
    if (cache.size >= MOST_NAMES) cache.clear();
    cache.set(hostname, { addresses, until: Date.now() + seconds * 1000 });
    return addresses;
  };
}

/**
 * Queries the name servers for IPv4 and IPv6. It avoids `dns.lookup`, which has four threads for the whole process: a
 * few domains with dead name servers would block all others. `servers` defaults to this machine's.
 */
export async function askNameServers(
  hostname: string,
  signal: AbortSignal,
  servers?: string[],
): Promise<Address[]> {
  const resolver = new Resolver({ timeout: ATTEMPT_MS, tries: ATTEMPTS });
  if (servers) resolver.setServers(servers);
  const cancel = () => resolver.cancel();
  signal.addEventListener("abort", cancel);
  try {
    const answers = await Promise.allSettled([
      resolver.resolve4(hostname, { ttl: true }).then(inFamily(4)),
      resolver.resolve6(hostname, { ttl: true }).then(inFamily(6)),
    ] as const);
    const addresses = answers.flatMap((answer) =>
      answer.status === "fulfilled" ? answer.value : [],
    );
    // A failure of the IPv4 query alone must not look like a host with IPv6 only.
    if (addresses.length === 0 || hasFailed(answers[0])) throw mostTelling(answers);
    return addresses.slice(0, MOST_ADDRESSES);
  } finally {
    signal.removeEventListener("abort", cancel);
  }
}

/**
 * For the local service: this machine's own resolver, which knows its hosts file. Not every system knows names that
 * end with `.localhost`, which are loopback (RFC 6761, 6.3).
 */
export const askThisMachine: Resolve = (hostname) => {
  const isLocal = /\.localhost\.?$/i.test(hostname);
  return lookup(isLocal ? "localhost" : hostname, { all: true });
};

function inFamily(family: 4 | 6) {
  return (records: RecordWithTtl[]) => records.map((record) => ({ ...record, family }));
}

function hasFailed(answer: PromiseSettledResult<unknown>): boolean {
  return answer.status === "rejected" && answer.reason.code !== NO_DATA;
}

/** "No data" only says that the name has no address of this family; any other reason comes first. */
function mostTelling(answers: readonly PromiseSettledResult<unknown>[]): unknown {
  const reasons = answers.flatMap((answer) => (answer.status === "rejected" ? answer.reason : []));
  return reasons.find(({ code }) => code !== NO_DATA) ?? reasons[0] ?? { code: NO_DATA };
}
