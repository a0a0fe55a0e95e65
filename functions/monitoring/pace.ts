import { optionalEnv } from "../../shared/env.ts";
import type { Clock } from "../../shared/time.ts";

/** Lambda gives a whole processor at this much memory, and a share of one below. */
export const PROCESSOR_MB = 1769;
/** Time between two starts on a whole processor: the processor time of a probe by HTTPS, and some room. */
export const PROBE_MS = 2.5;
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
  readonly #waiting: { expectedMs: number; start(): void }[] = [];
  #isRunning = false;

  constructor(clock: Clock, share = processorShare()) {
    this.#clock = clock;
    this.#spacingMs = PROBE_MS / share;
  }

  /** Resolves when a probe may start. Those expected to take longest come first, as the call waits for them. */
  turn(expectedMs = 0): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const later = this.#waiting.findIndex((other) => other.expectedMs < expectedMs);
    this.#waiting.splice(later < 0 ? this.#waiting.length : later, 0, {
      expectedMs,
      start: resolve,
    });
    if (!this.#isRunning) void this.#run();
    return promise;
  }

  async #run() {
    this.#isRunning = true;
    // What is asked for together is sorted before the first one starts.
    await Promise.resolve();
    let due = Number.NEGATIVE_INFINITY;
    while (this.#waiting.length > 0) {
      const now = this.#clock.now();
      due = Math.max(due, now - (MOST_AT_ONCE - 1) * this.#spacingMs);
      do {
        this.#waiting.shift()?.start();
        due += this.#spacingMs;
      } while (due <= now);
      await this.#clock.sleep(Math.min(due - now, this.#spacingMs));
    }
    this.#isRunning = false;
  }
}

/** The share of a processor that this function has; a whole one on a machine of our own. */
function processorShare(): number {
  const memoryMb = Number(optionalEnv("AWS_LAMBDA_FUNCTION_MEMORY_SIZE") ?? PROCESSOR_MB);
  return Math.min(1, memoryMb / PROCESSOR_MB);
}
