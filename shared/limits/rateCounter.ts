import type { RatePlace } from "../entities/rateUse.ts";
import { describeError, log } from "../log.ts";
import { putMetrics } from "../metrics.ts";
import { bookRequests, MOST_LAPSED, RateWindow, readBookings, WINDOW_MS } from "./rateWindow.ts";

/** With this number of containers, the limit is exceeded by less than a tenth. */
const CONTAINERS = 20;
/** Part of a limit that one container lets through before it books; all containers: a thirtieth. */
const CREDIT_PART = 1 / (30 * CONTAINERS);
/** Below this limit, one unbooked request per container would exceed a tenth: nothing is on credit. */
const LEAST_ON_CREDIT = 1000;
/** An exact booking starts over when another container books at the same moment. */
const EXACT_ATTEMPTS = 2 * CONTAINERS;
/** Pause in booking after the table did not answer. */
const PAUSE_MS = 1000;

/** The decision on a request. */
export interface Taken {
  isAllowed: boolean;
  limit: number;
  /** Requests that are left now. */
  remaining: number;
  /** Seconds until more are left, at least 1; after a refusal, until this request is allowed. */
  resetSeconds: number;
  /** A booking in progress; the decision does not depend on it, and it never fails. */
  booking?: Promise<void>;
}

/**
 * Limits a reseller's requests of one kind in any 60 seconds, across all containers. A container lets
 * requests through on a small credit and books them afterwards, several in one write. The table never
 * counts more requests than were made, so a reseller below the limit is never refused. `now` is in
 * milliseconds, by API Gateway's clock, which all containers share.
 */
export class RateCounter {
  readonly #place: RatePlace;
  readonly #window = new RateWindow();
  /** Requests that were let through and are not booked yet; since when. */
  #owed = 0;
  #owedSince = 0;
  #beingBooked = 0;
  #pausedUntil = 0;
  #turn: Promise<unknown> = Promise.resolve();

  constructor(place: RatePlace) {
    this.#place = place;
  }

  /** Decides on a request. Waits for the table only when the limit is small. */
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

  /** The requests of the last minute that are booked, or that this container knows of when the table is away. */
  async look(now: number): Promise<number> {
    try {
      this.#window.learn(await readBookings(this.#place), now);
    } catch (error) {
      log("warn", "the requests of a reseller could not be read", describeError(error));
    }
    return this.#used(now);
  }

  /** The requests of the last minute that this container knows of, its own included. */
  #used(now: number): number {
    // Requests owed for a minute no longer count.
    if (now - this.#owedSince >= WINDOW_MS) this.#owed = 0;
    return this.#window.used(now) + this.#owed + this.#beingBooked;
  }

  /** Books what is owed. A booking that fails is not repeated: it may have been made. */
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
      // A container that books only once learns here what has lapsed; otherwise the item would grow.
      if (this.#window.lapsed(now).length === MOST_LAPSED) await book(0);
    } catch (error) {
      this.#notCounted(this.#beingBooked, now, error);
    } finally {
      this.#beingBooked = 0;
    }
  }

  /** Books a request before it lets it through, on condition that no other container has booked. */
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

  /** One at a time: concurrent bookings of one container would only refuse each other. */
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

  /** A client that returns in time may meet a container that knows of more requests than this one. */
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

  /** Seconds, 1 to 60, until at most `most` requests count, when no new ones are made. */
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
