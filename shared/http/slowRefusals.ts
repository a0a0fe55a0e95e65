import { type Clock, systemClock } from "../time.ts";

const WINDOW_MS = 60_000;
/** Refusals of a caller that are answered at once, in a minute and a container. */
export const PROMPT_REFUSALS = 10;
/** Delay of every further one. */
export const REFUSAL_MS = 250;
const REMEMBERED_CALLERS = 10_000;

/**
 * Delays the refusals of a caller that does not back off. Refusals take milliseconds: 200 parallel calls
 * would otherwise use up the throttle of a route, which all resellers share.
 */
export class SlowRefusals {
  readonly #clock: Clock;
  readonly #counts = new Map<string, { count: number; since: number }>();

  constructor(clock: Clock = systemClock) {
    this.#clock = clock;
  }

  /** Notes a refusal, and resolves when it may be answered. */
  async wait(caller: string) {
    const now = this.#clock.now();
    const found = this.#counts.get(caller);
    if (found && now - found.since < WINDOW_MS) {
      found.count += 1;
      if (found.count > PROMPT_REFUSALS) await this.#clock.sleep(REFUSAL_MS);
      return;
    }
    if (this.#counts.size >= REMEMBERED_CALLERS) this.#counts.clear();
    this.#counts.set(caller, { count: 1, since: now });
  }
}

/** Those of this container. */
export const slowRefusals = new SlowRefusals();
