import type { RateWindow } from "./rateWindow.ts";

/** A request's weight beyond 1 is free up to this many minutes' worth of the limit per day, as many onboardings at once need. */
export const FREE_MINUTES = 300;
/** How long a container expects requests as heavy as the heaviest that it saw. */
const HEAVY_MS = 3_600_000;

/** The weight that is free in a day, and how heavy requests were lately, as far as one container knows. */
export class FreeWeight {
  readonly #window: Pick<RateWindow, "freeWeight">;
  #heaviest = { weight: 1, at: Number.NEGATIVE_INFINITY };
  /** Not booked yet. */
  #owed = 0;

  constructor(window: Pick<RateWindow, "freeWeight">) {
    this.#window = window;
  }

  get owed(): number {
    return this.#owed;
  }

  /** How much is left today; negative if too much was let through. */
  left(limit: number, now: number): number {
    return FREE_MINUTES * limit - this.#window.freeWeight(now) - this.#owed;
  }

  /** The weight with which a request is counted before it is known. */
  expected(limit: number, now: number): number {
    const { weight, at } = this.#heaviest;
    return now - at < HEAVY_MS && this.left(limit, now) < weight ? weight : 1;
  }

  /** Notes how heavy a request was, and returns how much of what it weighs `more` than was counted is free. */
  take(weight: number, more: number, { limit, now }: { limit: number; now: number }): number {
    const isHeavier = weight >= this.#heaviest.weight || now - this.#heaviest.at >= HEAVY_MS;
    if (isHeavier) this.#heaviest = { weight, at: now };
    const free = Math.max(0, Math.min(more, this.left(limit, now)));
    this.#owed += free;
    return free;
  }

  /** Returns what is owed, which is booked now. */
  settle(): number {
    const owed = this.#owed;
    this.#owed = 0;
    return owed;
  }
}
