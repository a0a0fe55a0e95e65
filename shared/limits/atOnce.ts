import type { RatePlace } from "../entities/rateUse.ts";
import { optionalCount } from "../env.ts";
import { describeError, log } from "../log.ts";
import type { ApiFunctionName } from "../routes.ts";
import { bookRequests } from "./rateBookings.ts";
import { RateWindow } from "./rateWindow.ts";

/** A request counts as running once it has taken this long. Quick ones can't occupy many functions. */
export const SLOW_MS = 100;
/** After half of the seats were taken: how long a container books every request before it runs. */
const CROWDED_MS = 60_000;
/** How long a container relies on its last reading before it reads again. */
const KNOWN_MS = 1000;
const ATTEMPTS = 20;

/** A request that may run. */
export interface Seat {
  /** To call when the request has taken SLOW_MS. */
  noteSlow(now: number): Promise<void>;
  /** To call when it has ended. */
  end(now: number): Promise<void>;
}

/**
 * Limits how many slow requests of a reseller run at once in a group of endpoints, across all containers.
 * Quick requests cost nothing; a slow one is booked when it turns out to be slow and when it ends, which
 * tells the container how many there are. Where that was half of the limit, requests are booked before
 * they begin. A booking that is never taken back, because its function died, lapses after a minute.
 */
export class AtOnce {
  readonly #place: RatePlace;
  readonly #window = new RateWindow();
  #knownAt = Number.NEGATIVE_INFINITY;
  #crowdedUntil = Number.NEGATIVE_INFINITY;

  constructor(place: RatePlace) {
    this.#place = place;
  }

  /** The request's seat, or undefined if it has to come later. If the table does not answer, it may run. */
  async begin(most: number, now: number): Promise<Seat | undefined> {
    if (now >= this.#crowdedUntil) return this.#seat(most);
    try {
      return await this.#beginBooked(most, now);
    } catch (error) {
      this.#warn(error);
      return this.#seat(most);
    }
  }

  async #beginBooked(most: number, now: number): Promise<Seat | undefined> {
    const time = this.#window.timeFor(now, now, Number.POSITIVE_INFINITY);
    if (now - this.#knownAt >= KNOWN_MS) await this.#book({ time, amount: 0 }, most, now);
    for (let attempt = 0; this.#window.used(now) < most; attempt += 1) {
      // There is room. It is booked if it turns out to be slow.
      if (attempt === ATTEMPTS) return this.#seat(most);
      const expectedTotal = this.#window.total;
      const booked = await this.#book({ time, amount: 1, expectedTotal }, most, now);
      if (booked.isDone) return this.#seat(most, time);
    }
    return undefined;
  }

  #seat(most: number, seated?: string): Seat {
    let booked: Promise<string | undefined> = Promise.resolve(seated);
    const book = async (time: string, amount: number, now: number) => {
      try {
        await this.#book({ time, amount }, most, now);
        return time;
      } catch (error) {
        this.#warn(error);
        return undefined;
      }
    };
    return {
      noteSlow: async (now) => {
        const time = this.#window.timeFor(now, now, Number.POSITIVE_INFINITY);
        if (seated === undefined) booked = book(time, 1, now);
        await booked;
      },
      end: async (now) => {
        const time = await booked;
        if (time !== undefined) await book(time, -1, now);
      },
    };
  }

  async #book(
    booking: { time: string; amount: number; expectedTotal?: number },
    most: number,
    now: number,
  ) {
    const booked = await bookRequests(this.#place, {
      ...booking,
      lapsed: this.#window.lapsed(now),
      now,
    });
    this.#learn(booked, most, now);
    return booked;
  }

  #learn(booked: Parameters<RateWindow["learn"]>[0], most: number, now: number) {
    this.#window.learn(booked, now);
    this.#knownAt = now;
    if (this.#window.used(now) * 2 >= most) this.#crowdedUntil = now + CROWDED_MS;
  }

  #warn(error: unknown) {
    log("warn", "running requests could not be counted", describeError(error));
  }
}

/** The stage's limit; undefined: no limit. */
export const MOST_AT_ONCE = optionalCount("REQUESTS_AT_ONCE");

const COUNTERS = 1000;
const counters = new Map<string, AtOnce>();

/** The counter of a reseller's requests to a function. */
export function atOnceOf(reseller_uuid: string, name: ApiFunctionName): AtOnce {
  const key = `${reseller_uuid} ${name}`;
  const known = counters.get(key);
  if (known) return known;
  if (counters.size >= COUNTERS) counters.clear();
  const counter = new AtOnce({ reseller_uuid, kind: `at-once-${name}` });
  counters.set(key, counter);
  return counter;
}
