/** Lets a number of requests run at once, in the order in which they ask. */
export class Turns {
  readonly #waiting: (() => void)[] = [];
  #free: number;

  constructor(count: number) {
    this.#free = count;
  }

  async take(): Promise<() => void> {
    if (this.#free > 0) this.#free -= 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    return () => this.#leave();
  }

  #leave() {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#free += 1;
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
