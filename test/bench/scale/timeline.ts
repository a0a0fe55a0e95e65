import type { Clock } from "../../../shared/time.ts";

/** Times are rounded up to this, so that events within it happen together. */
const STEP_MS = 10;

/**
 * A simulated clock, also behind `Date`. It advances to the next scheduled event as soon as nothing else is
 * to be done.
 */
export class Timeline implements Clock {
  readonly #waiting = new Map<number, (() => void)[]>();
  readonly #times: number[] = [];
  #now: number;

  constructor(start: number) {
    this.#now = start;
    const now = () => this.#now;
    const RealDate = Date;
    globalThis.Date = class extends RealDate {
      constructor(...given: ConstructorParameters<typeof RealDate> | []) {
        if (given.length === 0) super(now());
        else super(...given);
      }
      static override now() {
        return now();
      }
    } as DateConstructor;
  }

  now(): number {
    return this.#now;
  }

  async sleep(ms: number): Promise<void> {
    await new Promise<void>((resolve) => this.after(ms, resolve));
  }

  /** Does something after a delay. */
  after(ms: number, work: () => void) {
    const at = Math.ceil((this.#now + Math.max(0, ms)) / STEP_MS) * STEP_MS;
    const others = this.#waiting.get(at);
    if (others) return void others.push(work);
    this.#waiting.set(at, [work]);
    push(this.#times, at);
  }

  /** Advances the clock to a time. */
  async run(until: number) {
    for (;;) {
      const [at] = this.#times;
      if (at === undefined || at > until) break;
      pop(this.#times);
      this.#now = Math.max(this.#now, at);
      const works = this.#waiting.get(at) ?? [];
      this.#waiting.delete(at);
      for (const work of works) work();
      // All promises that this settles are followed before the next turn.
      await new Promise(setImmediate);
    }
    this.#now = until;
  }
}

/** A binary heap: the lowest first. */
function push(heap: number[], value: number) {
  let index = heap.push(value) - 1;
  while (index > 0) {
    const parent = (index - 1) >> 1;
    const above = heap[parent] ?? 0;
    if (above <= value) break;
    heap[index] = above;
    index = parent;
  }
  heap[index] = value;
}

function pop(heap: number[]) {
  const last = heap.pop();
  if (last === undefined || heap.length === 0) return;
  let index = 0;
  for (;;) {
    let child = 2 * index + 1;
    if (child >= heap.length) break;
    if ((heap[child + 1] ?? Number.POSITIVE_INFINITY) < (heap[child] ?? 0)) child += 1;
    const below = heap[child] ?? 0;
    if (below >= last) break;
    heap[index] = below;
    index = child;
  }
  heap[index] = last;
}
