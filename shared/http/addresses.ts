import { isIP } from "node:net";
import ipaddr from "ipaddr.js";
import { TooManyRequests } from "../platform/errors.ts";

/**
 * Parses an address with or without a prefix length (CIDR, RFC 4632 and 4291) into the network as it is
 * stored and shown: `203.0.113.7/32` for `203.0.113.7`, `2001:db8::/32` for `2001:DB8::1/32`. Undefined for any other text.
 */
export function parseNetwork(text: string): string | undefined {
  const [, address = "", length] = /^([^/]{2,45})(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  if (isIP(address) === 0) return undefined;
  const own = ipaddr.process(address);
  const isV4 = own.kind() === "ipv4";
  const bits = isV4 ? 32 : 128;
  const prefix = Number(length ?? bits);
  if (prefix > bits) return undefined;
  const family = isV4 ? ipaddr.IPv4 : ipaddr.IPv6;
  return `${family.networkAddressFromCIDR(`${own}/${prefix}`)}/${prefix}`;
}

/** Whether an address is in one of these networks; IPv4 within IPv6 is IPv4. */
export function isWithin(address: string, networks: readonly string[]): boolean {
  if (isIP(address) === 0) return false;
  const own = ipaddr.process(address);
  return networks
    .map((network) => ipaddr.parseCIDR(network))
    .some(([base, length]) => base.kind() === own.kind() && own.match(base, length));
}

/**
 * The caller behind an address: an IPv4 address, or the /64 network of an IPv6 address, in which a
 * client can choose any address.
 */
export function callerOf(address: string): string {
  return parseNetwork(`${address}/64`) ?? address;
}

const WINDOW_MS = 60_000;
const REMEMBERED_CALLERS = 10_000;

/**
 * Limits the events of each caller within a minute of the first one, in this container's memory. `callerOf` makes the
 * caller of API Gateway's `sourceIp`, which can't be forged.
 */
export class AddressLimit {
  readonly #most: number;
  readonly #counts = new Map<string, { count: number; since: number }>();

  constructor(most: number) {
    this.#most = most;
  }

  /** Counts an event of the caller. Throws TooManyRequests when the caller has reached the limit. */
  count(caller: string) {
    let counted = this.#find(caller);
    if (!counted) {
      if (this.#counts.size >= REMEMBERED_CALLERS) this.#counts.clear();
      counted = { count: 0, since: Date.now() };
      this.#counts.set(caller, counted);
    }
    if (counted.count >= this.#most) {
      const seconds = (counted.since + WINDOW_MS - Date.now()) / 1000;
      throw new TooManyRequests("Too many requests, try again", seconds);
    }
    counted.count += 1;
  }

  #find(caller: string) {
    const counted = this.#counts.get(caller);
    const age = Date.now() - (counted?.since ?? 0);
    if (age >= 0 && age < WINDOW_MS) return counted;
    this.#counts.delete(caller);
    return undefined;
  }
}
