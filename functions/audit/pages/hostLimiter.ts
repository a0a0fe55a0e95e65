import type { Clock } from "../../../shared/time.ts";

const MAX_CONCURRENT = 2;
const SLOWED_DELAY_MS = 1000;
const MAX_DELAY_MS = 10_000;

/** The per-host limiter: how many requests to one host run at once, and how far apart they start. */
export class HostLimiter {
  readonly #clock: Clock;
  #delayMs: number;
  /** Milliseconds, as the clock's; 0 before the first request. */
  #nextStart = 0;
  #running = 0;
  #closed = false;
  #lastStart = Promise.resolve(true);
  readonly #waiting: (() => void)[] = [];

  constructor(delayMs: number, clock: Clock) {
    this.#delayMs = delayMs;
    this.#clock = clock;
  }

  /** Runs the task as soon as it may start; undefined if that would be after the deadline. */
  async run<Result>(deadline: number, task: () => Promise<Result>): Promise<Result | undefined> {
    await this.#acquire();
    try {
      return (await this.#waitForStart(deadline)) ? await task() : undefined;
    } finally {
      this.#release();
    }
  }

  /** Nothing starts within the next so many milliseconds. */
  pause(ms: number) {
    this.#nextStart = Math.max(this.#nextStart, this.#clock.now() + ms);
  }

  /** Nothing starts any more. */
  close() {
    this.#closed = true;
  }

  /** At least so many milliseconds between two starts, from the last one on. */
  setDelay(ms: number) {
    if (ms <= this.#delayMs) return;
    if (this.#nextStart > 0) this.#nextStart += ms - this.#delayMs;
    this.#delayMs = ms;
  }

  /** Doubles the time between two starts, within bounds. */
  slowDown() {
    this.#delayMs = Math.min(Math.max(this.#delayMs * 2, SLOWED_DELAY_MS), MAX_DELAY_MS);
  }

  /** Tasks start one after another, in the order in which they came. */
  #waitForStart(deadline: number) {
    this.#lastStart = this.#lastStart.then(() => this.#reserveStart(deadline));
    return this.#lastStart;
  }

  /** Whether it may start now; a pause that begins during the wait makes the wait longer. */
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
    if (this.#running < MAX_CONCURRENT) this.#running += 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  /** The place passes to the next that waits. */
  #release() {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#running -= 1;
  }
}
