import { type Clock, systemClock } from "../../../shared/platform/time.ts";

interface Kept<Value> {
  value: Promise<Value>;
  until: number;
}

/** Keeps what is expensive to make for some seconds, in this container. Concurrent requests make it once. */
export class Memory<Value> {
  readonly #ms: number;
  readonly #most: number;
  readonly #clock: Pick<Clock, "now">;
  readonly #kept = new Map<string, Kept<Value>>();

  constructor(seconds: number, most: number, clock: Pick<Clock, "now"> = systemClock) {
    this.#ms = seconds * 1000;
    this.#most = most;
    this.#clock = clock;
  }

  async get(name: string, make: () => Promise<Value>): Promise<Value> {
    const now = this.#clock.now();
    const entry = this.#kept.get(name);
    if (entry && entry.until > now) return await entry.value;
    this.#kept.delete(name);
    // Of a full memory, what was made first is forgotten.
    const [oldest] = this.#kept.keys();
    if (this.#kept.size >= this.#most && oldest !== undefined) this.#kept.delete(oldest);
    const value = make();
    this.#kept.set(name, { value, until: now + this.#ms });
    try {
      return await value;
    } catch (error) {
      if (this.#kept.get(name)?.value === value) this.#kept.delete(name);
      throw error;
    }
  }
}
