import { READINGS } from "../../../shared/outbound/index.ts";
import { retryAfterMs } from "../../../shared/outbound/retryAfter.ts";
import type { Clock } from "../../../shared/time.ts";

const SLOWED_DELAY_MS = 1000;
const MAX_DELAY_MS = 10_000;

/** Limits how many requests to one host run at once, and how far apart they start. */
export class HostLimiter {
  readonly #clock: Clock;
  #delayMs: number;
  /** In milliseconds of the clock; 0 before the first request. */
  #nextStart = 0;
  #running = 0;
  #closed = false;
  #lastStart = Promise.resolve(true);
  readonly #waiting: (() => void)[] = [];

  constructor(delayMs: number, clock: Clock) {
    this.#delayMs = delayMs;
    this.#clock = clock;
  }

  /** Runs the task as soon as it may start; returns undefined if that would be after the deadline. */
  async run<Result>(deadline: number, task: () => Promise<Result>): Promise<Result | undefined> {
    await this.#acquire();
    try {
      return (await this.#waitForStart(deadline)) ? await task() : undefined;
    } finally {
      this.#release();
    }
  }

  /** Starts nothing for `ms` milliseconds. */
  pause(ms: number) {
    this.#nextStart = Math.max(this.#nextStart, this.#clock.now() + ms);
  }

  /** Starts nothing any more. */
  close() {
    this.#closed = true;
  }

  /** Keeps at least `ms` milliseconds between two starts, the last one included. */
  setDelay(ms: number) {
    if (ms <= this.#delayMs) return;
    if (this.#nextStart > 0) this.#nextStart += ms - this.#delayMs;
    this.#delayMs = ms;
  }

  /** Doubles the time between two starts, within bounds. */
  slowDown() {
    this.#delayMs = Math.min(Math.max(this.#delayMs * 2, SLOWED_DELAY_MS), MAX_DELAY_MS);
  }

  /** Starts tasks one after another, in the order in which they came. */
  #waitForStart(deadline: number) {
    this.#lastStart = this.#lastStart.then(() => this.#reserveStart(deadline));
    return this.#lastStart;
  }

  /** Waits for the next start, longer if a pause begins meanwhile; false if it would be after the deadline. */
  async #reserveStart(deadline: number) {
    while (true) {
      const now = this.#clock.now();
      if (this.#closed || Math.max(now, this.#nextStart) >= deadline) return false;
      if (this.#nextStart <= now) break;
      await this.#clock.sleep(this.#nextStart - now);
    }
    this.#nextStart = this.#clock.now() + this.#delayMs;
    return true;
  }

  async #acquire() {
    if (this.#running < READINGS.atOnce) this.#running += 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  /** Passes the place to the next waiting task. */
  #release() {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#running -= 1;
  }
}

/** How long a 429 or 503 asks to wait (RFC 9110, 10.2.3), in milliseconds; undefined if it does not. */
export function readRetryAfter(
  { status, headers }: { status: number; headers: Record<string, string> },
  now: number,
): number | undefined {
  return status === 429 || status === 503 ? retryAfterMs(headers["retry-after"], now) : undefined;
}
