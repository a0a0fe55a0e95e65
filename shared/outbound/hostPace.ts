import type { Clock } from "../time.ts";
import { withoutEnd } from "../withoutEnd.ts";
import { PROBES } from "./hostBudget.ts";

/** Waits until a request may be sent to a host that has these addresses. */
export type Admit = (host: string, addresses: string[]) => Promise<void>;

/**
 * Spaces out the requests of a worker's call to each host name and address, redirects included. Only
 * starts are spaced, so that a host that never answers holds up no other.
 */
export class HostPace {
  readonly #clock: Clock;
  readonly #next = new Map<string, number>();
  #latest = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** The latest time, of the clock, at which a request was admitted or will be. */
  get latest(): number {
    return this.#latest;
  }

  /** Admits the requests for a reseller; without one, only what holds for all resellers counts. */
  admissionFor(reseller_uuid?: string): Admit {
    return async (host, addresses) => {
      const name = withoutEnd(host, ".").toLowerCase();
      // One after the other: requests of a reseller that wait must not keep others from the host.
      if (reseller_uuid !== undefined)
        await this.#wait([`${reseller_uuid} ${name}`], PROBES.nameOfReseller);
      await this.#wait([name], PROBES.name);
      // Connections are made to the first that answers, and anybody can name dead ones before it.
      const places = addresses.map((address) => `at ${address}`);
      await this.#wait(places, PROBES.address);
    };
  }

  /** Waits until all of these places may be requested. */
  async #wait(places: string[], perSecond: number) {
    const now = this.#clock.now();
    const spacingMs = 1000 / perSecond;
    let at = now;
    for (const place of places) {
      const next = Math.max(now, this.#next.get(place) ?? 0);
      this.#next.set(place, next + spacingMs);
      at = Math.max(at, next - (PROBES.burst - 1) * spacingMs);
    }
    this.#latest = Math.max(this.#latest, at);
    if (at > now) await this.#clock.sleep(at - now);
  }
}
