import type { Clock } from "./clock.ts";

const AT_ONCE = 2;
const SLOWED_DELAY_MS = 1000;
const MAX_DELAY_MS = 10_000;

/** The way to one host: who wants through waits until it is polite to go. */
export class HostLimiter {
  readonly #clock: Clock;
  #delayMs: number;
  #nextStart = 0;
  #inside = 0;
  #closed = false;
  #turn = Promise.resolve(true);
  readonly #waiting: (() => void)[] = [];

  constructor(delayMs: number, clock: Clock) {
    this.#delayMs = delayMs;
    this.#clock = clock;
  }

  /** Does the task when it may be done; undefined if that would be after the deadline. */
  async enter<Result>(deadline: number, task: () => Promise<Result>): Promise<Result | undefined> {
    await this.#takePlace();
    try {
      return (await this.#waitForStart(deadline)) ? await task() : undefined;
    } finally {
      this.#leavePlace();
    }
  }

  pause(ms: number) {
    this.#nextStart = Math.max(this.#nextStart, this.#clock.now() + ms);
  }

  close() {
    this.#closed = true;
  }

  setDelay(ms: number) {
    if (ms <= this.#delayMs) return;
    if (this.#nextStart > 0) this.#nextStart += ms - this.#delayMs;
    this.#delayMs = ms;
  }

  slowDown() {
    this.#delayMs = Math.min(Math.max(this.#delayMs * 2, SLOWED_DELAY_MS), MAX_DELAY_MS);
  }

  /** One after the other, in the order in which they came. */
  #waitForStart(deadline: number) {
    this.#turn = this.#turn.then(() => this.#takeTurn(deadline));
    return this.#turn;
  }

  /** Whether it may start now; a pause that begins during the wait makes the wait longer. */
  async #takeTurn(deadline: number) {
    while (true) {
      const now = this.#clock.now();
      if (this.#closed || Math.max(now, this.#nextStart) >= deadline) return false;
      if (this.#nextStart <= now) break;
      await this.#clock.sleep(this.#nextStart - now);
    }
    this.#nextStart = this.#clock.now() + this.#delayMs;
    return true;
  }

  async #takePlace() {
    if (this.#inside < AT_ONCE) this.#inside += 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  #leavePlace() {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#inside -= 1;
  }
}
