import type { RatePlace } from "../entities/rateUse.ts";
import { describeError, log } from "../log.ts";
import { putMetrics } from "../metrics.ts";
import { bookRequests, MOST_LAPSED, RateWindow, readBookings, WINDOW_MS } from "./rateWindow.ts";

/** Up to this number of containers, a limit is exceeded by less than a tenth. */
const CONTAINERS = 20;
/** Part of a limit that one container lets through before it books. For all containers this is a thirtieth. */
const CREDIT_PART = 1 / (30 * CONTAINERS);
/** Below this limit there is no credit: one unbooked request per container would exceed a tenth. */
const LEAST_ON_CREDIT = 1000;
/** How often an exact booking is tried. Each try fails if another container has booked in between. */
const EXACT_ATTEMPTS = 2 * CONTAINERS;
/** How long nothing is booked after the table did not answer. */
const PAUSE_MS = 1000;

/** The decision on a request. */
export interface Taken {
  isAllowed: boolean;
  limit: number;
  /** How many requests are left now. */
  remaining: number;
  /** Seconds, at least 1, until more are left; after a refusal, until the request would be allowed. */
  resetSeconds: number;
  /** A booking in progress, on which the decision does not depend. It never rejects. */
  booking?: Promise<void>;
}

/**
 * Limits a reseller's requests of one kind in any 60 seconds, across all containers. A container lets a
 * few requests through on credit and books them afterwards in one write. The table never counts more
 * requests than were made, so a reseller below its limit is never refused. `now` is in milliseconds, by
 * API Gateway's clock, which all containers share.
 */
export class RateCounter {
  readonly #place: RatePlace;
  readonly #window = new RateWindow();
  /** Requests that were allowed and are not booked yet, and the time of the first. */
  #owed = 0;
  #owedSince = 0;
  #beingBooked = 0;
  #pausedUntil = 0;
  #turn: Promise<unknown> = Promise.resolve();

  constructor(place: RatePlace) {
    this.#place = place;
  }

  /** Decides on a request. Waits for the table only if the limit is small. */
  async take(limit: number, now: number): Promise<Taken> {
    if (limit < LEAST_ON_CREDIT) return await this.#inTurn(() => this.#takeExactly(limit, now));
    if (this.#used(now) >= limit) return this.#refused(limit, now);
    const booking = this.#owe(1, limit, now);
    return { ...this.#allowed(limit, now), ...(booking && { booking }) };
  }

  /** Counts what allowed work turned out to weigh beyond 1. */
  async add(weight: number, limit: number, now: number) {
    await this.#owe(weight, limit, now);
  }

  /** Returns the booking if enough is owed. */
  #owe(weight: number, limit: number, now: number): Promise<void> | undefined {
    if (this.#owed === 0) this.#owedSince = now;
    this.#owed += weight;
    const isDue =
      this.#owed >= Math.floor(limit * CREDIT_PART) &&
      this.#beingBooked === 0 &&
      now >= this.#pausedUntil;
    return isDue ? this.#book(limit, now) : undefined;
  }

  /** How many requests of the last minute are booked, or known here if the table does not answer. */
  async count(now: number): Promise<number> {
    try {
      this.#window.learn(await readBookings(this.#place), now);
    } catch (error) {
      log("warn", "the requests of a reseller could not be read", describeError(error));
    }
    return this.#used(now);
  }

  /** How many requests of the last minute this container knows of, its own included. */
  #used(now: number): number {
    // Requests that are owed for a minute no longer count.
    if (now - this.#owedSince >= WINDOW_MS) this.#owed = 0;
    return this.#window.used(now) + this.#owed + this.#beingBooked;
  }

  /** Books what is owed. A booking that fails is not repeated, because it may have been made. */
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
      // Containers that book only once would otherwise never remove times, and the item would grow.
      if (this.#window.lapsed(now).length === MOST_LAPSED) await book(0);
    } catch (error) {
      this.#notCounted(this.#beingBooked, now, error);
    } finally {
      this.#beingBooked = 0;
    }
  }

  /** Books a request before it is allowed, on the condition that no other container has booked since. */
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

  /** Runs exact bookings one after another: concurrent ones of a container would make each other fail. */
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

  /** The wait is long enough for any container, also one that knows of more requests than this one. */
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

  /** Seconds, 1 to 60, until at most `most` requests count, if no more are made. */
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
