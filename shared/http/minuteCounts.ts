import { type Clock, systemClock } from "../platform/time.ts";

export const WINDOW_MS = 60_000;
const REMEMBERED_CALLERS = 10_000;

/** Counts events by caller within a minute of the first one, in this container's memory. */
export class MinuteCounts {
  readonly #clock: Pick<Clock, "now">;
  readonly #counts = new Map<string, { count: number; since: number }>();

  constructor(clock: Pick<Clock, "now"> = systemClock) {
    this.#clock = clock;
  }

  note(caller: string) {
    const found = this.find(caller);
    if (found) {
      found.count += 1;
      return;
    }
    if (this.#counts.size >= REMEMBERED_CALLERS) this.#counts.clear();
    this.#counts.set(caller, { count: 1, since: this.#clock.now() });
  }

  /** The count of a caller and when it began, if that was within the last minute. */
  find(caller: string) {
    const found = this.#counts.get(caller);
    const age = this.#clock.now() - (found?.since ?? 0);
    if (age >= 0 && age < WINDOW_MS) return found;
    this.#counts.delete(caller);
    return undefined;
  }
}
