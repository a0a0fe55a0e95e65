import { optionalEnv } from "../platform/env.ts";
import { type Admit, HostLimiter, hostLimiter } from "../platform/outbound/index.ts";
import { type Clock, systemClock } from "../platform/time.ts";

/** Lambda gives a whole processor at this much memory, and a share of one below. */
const PROCESSOR_MB = 1769;
/** Time between two starts on a whole processor: the processor time of a probe by HTTPS, and some room. */
const PROBE_MS = 2.5;
/** The most that start at once: first, and after the process stood still, as Lambda grants its share in short slices. */
const MOST_AT_ONCE = 12;

/**
 * Starts the probes of a call one after the other, as fast as the function's share of a processor bears:
 * of 500 handshakes at once, each would be timed with its wait for the others. Only starts are paced, so
 * that a website that never answers holds up no other.
 */
export class Pace {
  readonly #clock: Clock;
  readonly #spacingMs: number;
  #due = Number.NEGATIVE_INFINITY;
  #last: Promise<void> = Promise.resolve();

  constructor(clock: Clock, share = processorShare()) {
    this.#clock = clock;
    this.#spacingMs = PROBE_MS / share;
  }

  /** Resolves when a probe may start. */
  turn(): Promise<void> {
    this.#last = this.#last.then(() => this.#next());
    return this.#last;
  }

  async #next() {
    const now = this.#clock.now();
    this.#due = Math.max(this.#due, now - (MOST_AT_ONCE - 1) * this.#spacingMs);
    if (this.#due > now) await this.#clock.sleep(this.#due - now);
    this.#due += this.#spacingMs;
  }
}

/** The share of a processor that this function has; a whole one on a machine of our own. */
function processorShare(): number {
  const memoryMb = Number(optionalEnv("AWS_LAMBDA_FUNCTION_MEMORY_SIZE") ?? PROCESSOR_MB);
  return Math.min(1, memoryMb / PROCESSOR_MB);
}

/** How long the probes of a call wait for crowded hosts. */
const WAIT_MS = 20_000;

/** A host is so crowded that a probe can't begin in time, which says nothing about the website. */
export class HostCrowded extends Error {
  override readonly name = "HostCrowded";
}

/**
 * Has the requests of a call's probes wait for their turn at their hosts, whose limiter is that of the process. They
 * fail with HostCrowded if that takes too long.
 */
export function admitInTurn(clock: Clock): Admit {
  const limiter = clock === systemClock ? hostLimiter : new HostLimiter(clock);
  const deadline = clock.now() + WAIT_MS;
  return async (host, addresses) => {
    const leave = await limiter.enter(host, { addresses, deadline });
    if (!leave) throw new HostCrowded("Too many requests wait for the host");
    // Only starts are spaced out, so that a website that never answers holds up no other of its host.
    leave();
  };
}
