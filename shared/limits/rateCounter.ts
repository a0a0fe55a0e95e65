import { describeError, log } from "../log.ts";
import { putMetrics } from "../metrics.ts";
import {
  bookRequests,
  MOST_LAPSED,
  type RatePlace,
  RateWindow,
  readBookings,
  WINDOW_MS,
} from "./rateWindow.ts";

/** So many containers together exceed a limit by less than a tenth. */
const CONTAINERS = 20;
/** The part of a limit that a container books at once, and owes until then: all of them a thirtieth. */
const CREDIT_PART = 1 / (30 * CONTAINERS);
/** Of a limit below, a tenth is less than each container's next request: nothing is on credit. */
const LEAST_ON_CREDIT = 1000;
/** Others that book at the same moment make an exact booking start over. */
const EXACT_ATTEMPTS = 2 * CONTAINERS;
/** Nothing is booked for so long when the table did not answer. */
const PAUSE_MS = 1000;

/** What became of a request. */
export interface Taken {
  isAllowed: boolean;
  limit: number;
  /** How many more there may be at this moment. */
  remaining: number;
  /** In how many seconds there may be more, at least 1; after a refusal: in how many this one is allowed. */
  resetSeconds: number;
  /** A booking that was begun and need not be waited for; it never fails. */
  booking?: Promise<void>;
}

/**
 * Counts a reseller's requests of one kind in one container: no more than the limit in any 60 seconds,
 * in all containers together. They are let through on a small credit and booked afterwards, several in
 * one write, so that the table never says more than there was: who is below the limit is never refused.
 * `now` is in milliseconds, by a clock that all containers have: API Gateway's.
 */
export class RateCounter {
  readonly #place: RatePlace;
  readonly #window = new RateWindow();
  /** Let through, and not booked yet; since when. */
  #owed = 0;
  #owedSince = 0;
  #beingBooked = 0;
  #pausedUntil = 0;
  #turn: Promise<unknown> = Promise.resolve();

  constructor(place: RatePlace) {
    this.#place = place;
  }

  /** Lets a request through, or not. Waits for the table only where the limit is small. */
  async take(limit: number, now: number): Promise<Taken> {
    if (limit < LEAST_ON_CREDIT) return await this.#inTurn(() => this.#takeExactly(limit, now));
    if (this.#used(now) >= limit) return this.#refused(limit, now);
    if (this.#owed === 0) this.#owedSince = now;
    this.#owed += 1;
    const isDue =
      this.#owed >= Math.floor(limit * CREDIT_PART) &&
      this.#beingBooked === 0 &&
      now >= this.#pausedUntil;
    const booking = isDue ? this.#book(limit, now) : undefined;
    return { ...this.#allowed(limit, now), ...(booking && { booking }) };
  }

  /** How many requests all containers have booked for the last minute, or what this one knows of them. */
  async look(now: number): Promise<number> {
    try {
      this.#window.learn(await readBookings(this.#place), now);
    } catch (error) {
      log("warn", "the requests of a reseller could not be read", describeError(error));
    }
    return this.#used(now);
  }

  /** What is used now, as far as this container knows; its own requests included. */
  #used(now: number): number {
    // What has been owed for a minute counts no more.
    if (now - this.#owedSince >= WINDOW_MS) this.#owed = 0;
    return this.#window.used(now) + this.#owed + this.#beingBooked;
  }

  /** Books what is owed. What the table does not take in time is not counted: it may have been booked. */
  async #book(limit: number, now: number) {
    const amount = this.#owed;
    this.#owed = 0;
    this.#beingBooked = amount;
    try {
      const time = this.#window.timeFor(this.#owedSince, now, limit);
      const book = async (more: number) => {
        const lapsed = this.#window.lapsed(now);
        const booked = await bookRequests(this.#place, { time, amount: more, lapsed, now });
        this.#window.learn(booked, now);
      };
      await book(amount);
      this.#beingBooked = 0;
      // Containers that book once see only then what is over: without this the item would grow.
      if (this.#window.lapsed(now).length === MOST_LAPSED) await book(0);
    } catch (error) {
      this.#notCounted(this.#beingBooked, now, error);
    } finally {
      this.#beingBooked = 0;
    }
  }

  /** Each request is booked before it is let through, on the condition that nobody else has booked. */
  async #takeExactly(limit: number, now: number): Promise<Taken> {
    for (let attempt = 0; attempt < EXACT_ATTEMPTS; attempt += 1) {
      if (this.#used(now) >= limit) return this.#refused(limit, now);
      if (now < this.#pausedUntil) break;
      try {
        const booked = await bookRequests(this.#place, {
          time: this.#window.timeFor(now, now, limit),
          amount: 1,
          lapsed: this.#window.lapsed(now),
          expectedTotal: this.#window.total,
          now,
        });
        this.#window.learn(booked, now);
        if (booked.isDone) return this.#allowed(limit, now);
      } catch (error) {
        this.#notCounted(1, now, error);
        return this.#allowed(limit, now);
      }
    }
    putMetrics({ UncountedRequests: 1 });
    return this.#allowed(limit, now);
  }

  /** One after the other, as in a container of Lambda: they would only refuse each other's bookings. */
  async #inTurn(take: () => Promise<Taken>): Promise<Taken> {
    const taken = this.#turn.then(take);
    this.#turn = taken.catch(() => {});
    return await taken;
  }

  #notCounted(amount: number, now: number, error: unknown) {
    this.#pausedUntil = now + PAUSE_MS;
    putMetrics({ UncountedRequests: amount });
    log("warn", "requests could not be counted", { amount, ...describeError(error) });
  }

  #allowed(limit: number, now: number): Taken {
    const used = this.#used(now);
    const remaining = Math.max(0, limit - used);
    return { isAllowed: true, limit, remaining, resetSeconds: this.#secondsUntil(used - 1, now) };
  }

  /** Who comes back when it says meets a container that may know of more than this one. */
  #refused(limit: number, now: number): Taken {
    const credit = limit < LEAST_ON_CREDIT ? 0 : Math.floor(limit * CREDIT_PART);
    const below = limit - 1 - CONTAINERS * credit;
    return {
      isAllowed: false,
      limit,
      remaining: 0,
      resetSeconds: this.#secondsUntil(below, now),
    };
  }

  /** In how many seconds, 1 to 60, no more than so many are used, where there are no new ones. */
  #secondsUntil(most: number, now: number): number {
    const owed = { at: this.#owedSince, amount: this.#owed + this.#beingBooked };
    const uses = [...this.#window.usesOf(now), ...(owed.amount > 0 ? [owed] : [])];
    let used = this.#used(now);
    let until = now;
    for (const { at, amount } of uses) {
      if (used <= most) break;
      used -= amount;
      until = Math.max(until, at + WINDOW_MS);
    }
    const seconds = used > most ? WINDOW_MS / 1000 : Math.ceil((until - now) / 1000);
    return Math.min(WINDOW_MS / 1000, Math.max(1, seconds));
  }
}
