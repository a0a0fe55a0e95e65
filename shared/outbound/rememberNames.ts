import type { LookupAddress } from "node:dns";

/** An address of a host name, and for how many seconds a name server lets it be kept. */
export type Address = LookupAddress & { ttl?: number };

/** All addresses of a host name; throws an error with a `code` like ENOTFOUND. */
export type Resolve = (hostname: string, signal: AbortSignal) => Promise<Address[]>;

/** A tick: the websites of one host, and the hops of a redirect, share a look-up. */
const LONGEST_SECONDS = 60;
const MOST_NAMES = 5000;

/** Keeps addresses for their time to live, a minute at most. Failures are not kept. */
export function rememberNames(resolve: Resolve, now = () => Date.now()): Resolve {
  const known = new Map<string, { addresses: Address[]; until: number }>();
  return async (hostname, signal) => {
    const kept = known.get(hostname);
    if (kept && kept.until > now()) return kept.addresses;
    const addresses = await resolve(hostname, signal);
    const seconds = Math.min(LONGEST_SECONDS, ...addresses.map(({ ttl = 0 }) => ttl));
    if (known.size >= MOST_NAMES) known.clear();
    known.set(hostname, { addresses, until: now() + seconds * 1000 });
    return addresses;
  };
}
