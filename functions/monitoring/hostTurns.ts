import { type Admit, HostLimiter, hostLimiter } from "../../shared/outbound/index.ts";
import { type Clock, systemClock } from "../../shared/time.ts";

/** How long the probes of a call wait for crowded hosts. */
export const WAIT_MS = 20_000;

/** A host is so crowded that a probe can't begin in time, which says nothing about the website. */
export class HostCrowded extends Error {
  override readonly name = "HostCrowded";
}

/** The turns of a call's probes at their hosts, whose limiter is that of the process. */
export class HostTurns {
  readonly #clock: Clock;
  readonly #limiter: HostLimiter;
  readonly #deadline: number;
  #waiting = 0;
  #latest = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#limiter = clock === systemClock ? hostLimiter : new HostLimiter(clock);
    this.#deadline = clock.now() + WAIT_MS;
  }

  /** When the last request began, in milliseconds of the clock: now, while some still wait. */
  get latest(): number {
    return this.#waiting > 0 ? this.#clock.now() : this.#latest;
  }

  /** Waits until a request may be sent. Throws HostCrowded. */
  readonly admit: Admit = async (host, addresses) => {
    this.#waiting += 1;
    try {
      const deadline = this.#deadline;
      const leave = await this.#limiter.enter(host, { addresses, deadline });
      if (!leave) throw new HostCrowded("Too many requests wait for the host");
      // Only starts are spaced out, so that a website that never answers holds up no other of its host.
      leave();
    } finally {
      this.#waiting -= 1;
      this.#latest = this.#clock.now();
    }
  };
}
