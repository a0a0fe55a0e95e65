import type { Clock } from "../../../shared/time.ts";

/** Lets a number of requests run at once, in the order in which they ask. */
export class Turns {
  readonly #clock: Clock;
  readonly #spacingMs: number;
  readonly #waiting: ((from: number) => void)[] = [];
  /** When each free turn may be taken. */
  readonly #free: number[];

  /** `spacingMs`: the time between two starts in one turn. */
  constructor(count: number, { clock, spacingMs = 0 }: { clock: Clock; spacingMs?: number }) {
    this.#clock = clock;
    this.#spacingMs = spacingMs;
    this.#free = Array(count).fill(0);
  }

  async take(): Promise<() => void> {
    const from =
      this.#free.shift() ?? (await new Promise<number>((resolve) => this.#waiting.push(resolve)));
    const now = this.#clock.now();
    if (from > now) await this.#clock.sleep(from - now);
    return () => this.#leave(Math.max(from, now) + this.#spacingMs);
  }

  #leave(from: number) {
    const next = this.#waiting.shift();
    if (next) next(from);
    else this.#free.push(from);
  }
}

/** Waits for a turn at the address, then for one of the reseller: only requests that run have both. */
export async function takeBoth(atHost: Turns, ofReseller: Turns): Promise<() => void> {
  const leaveHost = await atHost.take();
  const leave = await ofReseller.take();
  return () => {
    leave();
    leaveHost();
  };
}
