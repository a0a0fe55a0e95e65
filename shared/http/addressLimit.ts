import { TooManyRequests } from "../platform/errors.ts";

const WINDOW_MS = 60_000;
const REMEMBERED_CALLERS = 10_000;

/**
 * Limits events by caller within a minute of the first one, in this container's memory. `callerOf` makes the caller of
 * API Gateway's `sourceIp`, which can't be forged.
 */
export class AddressLimit {
  readonly #most: number;
  readonly #text: string;
  readonly #counts = new Map<string, { count: number; since: number }>();

  constructor(most: number, text = "Too many requests without a valid key, try again") {
    this.#most = most;
    this.#text = text;
  }

  /** Throws TooManyRequests when the caller has reached the limit. */
  assertBelow(caller: string) {
    const counted = this.#find(caller);
    if (!counted || counted.count < this.#most) return;
    throw new TooManyRequests(this.#text, (counted.since + WINDOW_MS - Date.now()) / 1000);
  }

  note(caller: string) {
    const counted = this.#find(caller);
    if (counted) {
      counted.count += 1;
      return;
    }
    if (this.#counts.size >= REMEMBERED_CALLERS) this.#counts.clear();
    this.#counts.set(caller, { count: 1, since: Date.now() });
  }

  #find(caller: string) {
    const counted = this.#counts.get(caller);
    const age = Date.now() - (counted?.since ?? 0);
    if (age >= 0 && age < WINDOW_MS) return counted;
    this.#counts.delete(caller);
    return undefined;
  }
}
