import { TooManyRequests } from "../platform/errors.ts";
import { type Clock, systemClock } from "../platform/time.ts";

const WINDOW_MS = 60_000;
const REMEMBERED_CALLERS = 10_000;

/**
 * Limits events by caller within a minute of the first one, in this container's memory. `callerOf` makes the caller of
 * API Gateway's `sourceIp`, which can't be forged.
 */
export class AddressLimit {
  readonly #most: number;
  readonly #clock: Pick<Clock, "now">;
  readonly #text: string;
  readonly #counts = new Map<string, { count: number; since: number }>();

  constructor(
    most: number,
    clock: Pick<Clock, "now"> = systemClock,
    text = "Too many requests without a valid key, try again",
  ) {
    this.#most = most;
    this.#clock = clock;
    this.#text = text;
  }

  /** Throws TooManyRequests when the caller has reached the limit. */
  assertBelow(caller: string) {
    const counted = this.#find(caller);
    if (!counted || counted.count < this.#most) return;
    throw new TooManyRequests(this.#text, (counted.since + WINDOW_MS - this.#clock.now()) / 1000);
  }

  note(caller: string) {
    const counted = this.#find(caller);
    if (counted) {
      counted.count += 1;
      return;
    }
    if (this.#counts.size >= REMEMBERED_CALLERS) this.#counts.clear();
    this.#counts.set(caller, { count: 1, since: this.#clock.now() });
  }

  #find(caller: string) {
    const counted = this.#counts.get(caller);
    const age = this.#clock.now() - (counted?.since ?? 0);
    if (age >= 0 && age < WINDOW_MS) return counted;
    this.#counts.delete(caller);
    return undefined;
  }
}
