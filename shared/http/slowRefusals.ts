import { type Clock, systemClock } from "../time.ts";
import { MinuteCounts } from "./minuteCounts.ts";

/** Refusals of a caller that are answered at once, in a minute and a container. */
export const PROMPT_REFUSALS = 10;
/** Delay of every further one. */
export const REFUSAL_MS = 250;

/**
 * Delays the refusals of a caller that does not back off. Refusals take milliseconds: 200 parallel calls
 * would otherwise use up the throttle of a route, which all resellers share.
 */
export class SlowRefusals {
  readonly #clock: Clock;
  readonly #counts: MinuteCounts;

  constructor(clock: Clock = systemClock) {
    this.#clock = clock;
    this.#counts = new MinuteCounts(clock);
  }

  /** Notes a refusal, and resolves when it may be answered. */
  async wait(caller: string) {
    if (this.#counts.note(caller) > PROMPT_REFUSALS) await this.#clock.sleep(REFUSAL_MS);
  }
}

/** Those of this container. */
export const slowRefusals = new SlowRefusals();
