import { TooManyRequests } from "../errors.ts";
import { type Clock, systemClock } from "../time.ts";

const WINDOW_MS = 60_000;
/** The most addresses that a container remembers. */
const ADDRESSES = 10_000;

/**
 * Counts, in this container's memory, what addresses do within a minute. An address is API Gateway's
 * `sourceIp`, which nobody can choose, or the network of an IPv6 one (`callerOf`).
 */
export class AddressLimit {
  readonly #most: number;
  readonly #clock: Pick<Clock, "now">;
  readonly #counts = new Map<string, { count: number; since: number }>();

  constructor(most: number, clock: Pick<Clock, "now"> = systemClock) {
    this.#most = most;
    this.#clock = clock;
  }

  /** Throws TooManyRequests where the address has done it so often. */
  assertBelow(address: string) {
    const found = this.#find(address);
    if (!found || found.count < this.#most) return;
    const seconds = Math.ceil((found.since + WINDOW_MS - this.#clock.now()) / 1000);
    throw new TooManyRequests("Too many requests without a valid key, try again", seconds);
  }

  note(address: string) {
    const found = this.#find(address);
    if (found) {
      found.count += 1;
      return;
    }
    if (this.#counts.size >= ADDRESSES) this.#counts.clear();
    this.#counts.set(address, { count: 1, since: this.#clock.now() });
  }

  #find(address: string) {
    const found = this.#counts.get(address);
    const age = this.#clock.now() - (found?.since ?? 0);
    if (age >= 0 && age < WINDOW_MS) return found;
    this.#counts.delete(address);
    return undefined;
  }
}

/** Requests without a good key: so many of an address are answered 401 a minute. */
export const refusals = new AddressLimit(1000);

/** Keys that look right and are none: so many of an address are answered 401 a minute. */
export const failedLookups = new AddressLimit(60);
