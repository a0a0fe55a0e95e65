import type { RatePlace } from "../entities/rateUse.ts";
import { describeError, log } from "../log.ts";
import { putMetrics } from "../metrics.ts";
import { FreeWeight } from "./freeWeight.ts";
import { type Booking, bookRequests, periodOf, readBookings } from "./rateBookings.ts";
import { type RateDecision, secondsUntil } from "./rateDecision.ts";
import { MOST_LAPSED, RateWindow, WINDOW_MS } from "./rateWindow.ts";

/** Share of a limit that all containers together may let through unbooked. */
const CREDIT_SHARE = 1 / 20;
/** The largest share of a single container; new containers may start at any time. */
const OWN_SHARE = 1 / 600;
/** Below this limit each request is booked first. */
const LEAST_ON_CREDIT = 1000;
/** How often an exact booking is tried. Each try fails if another container has booked in between. */
const EXACT_ATTEMPTS = 40;
/** How long nothing is booked after the table did not answer. */
const PAUSE_MS = 1000;

/**
 * Limits the weight of a reseller's requests of one kind in any 60 seconds, across all containers. A
 * request weighs 1, and what it cost beyond that is added when it is answered. A container lets some
 * weight through on credit and books it afterwards in one write. How much follows from the number of
 * containers: each books its first request of a minute before it is answered, and so counts itself. The
 * table never counts more than was used, so a reseller below its limit is never refused. `now` is in
 * milliseconds, by API Gateway's clock, which all containers share.
 */
export class RateCounter {
  readonly #place: RatePlace;
  readonly #window = new RateWindow();
  readonly #free = new FreeWeight(this.#window);
  /** Weight of the minute not booked yet; its first request came at `owedSince`. */
  #owed = 0;
  #owedSince = 0;
  #beingBooked = 0;
  /** Allowed requests that are not booked yet, however old. */
  #calls = 0;
  /** The minute in which this container has counted itself. */
  #countedIn = "";
  #pausedUntil = 0;
  #turn: Promise<unknown> = Promise.resolve();

  constructor(place: RatePlace) {
    this.#place = place;
  }

  /** Decides on a request. Waits for the table for the first one in a minute, and if the limit is small. */
  async take(limit: number, now: number): Promise<RateDecision> {
    const isFirst = limit >= LEAST_ON_CREDIT && !this.#isCounted(now);
    if (isFirst) return await this.#inTurn(() => this.#takeFirst(limit, now));
    // Many heavy requests at once would be known too late.
    if (this.#credit(limit, now) < this.#free.expected(limit, now))
      return await this.#inTurn(() => this.#takeExactly(limit, now));
    return this.#takeOnCredit(limit, now);
  }

  /** What a request would be told now. */
  look(limit: number, now: number): RateDecision {
    return this.#used(now) < limit ? this.#allowed(limit, now) : this.#refused(limit, now);
  }

  /** Counts what an allowed request turned out to weigh beyond what was counted when it was taken. */
  async add(
    weight: number,
    { limit, now, taken = 1 }: { limit: number; now: number; taken?: number },
  ) {
    const more = weight - taken;
    const free = this.#free.take(weight, more, { limit, now });
    if (more !== 0) await this.#owe(more - free, limit, now);
  }

  /** The booked requests of the last minute, and what is free today; as known here if the table does not answer. */
  async read(limit: number, now: number): Promise<{ count: number; free: number }> {
    try {
      this.#window.learn(await readBookings(this.#place), now);
    } catch (error) {
      log("warn", "the requests of a reseller could not be read", describeError(error));
    }
    return { count: this.#used(now), free: Math.max(0, this.#free.left(limit, now)) };
  }

  /** How many requests of the last minute this container knows of, its own included. */
  #used(now: number): number {
    // Requests that are owed for a minute no longer count.
    if (now - this.#owedSince >= WINDOW_MS) this.#owed = 0;
    return this.#window.used(now) + this.#owed + this.#beingBooked;
  }

  #isCounted(now: number): boolean {
    return this.#countedIn === periodOf("minute", now);
  }

  /** Weight that this container may let through before it books. */
  #credit(limit: number, now: number): number {
    if (limit < LEAST_ON_CREDIT) return 0;
    const containers = Math.max(1, this.#window.containers(now));
    return Math.floor(limit * Math.min(OWN_SHARE, CREDIT_SHARE / containers));
  }

  #takeOnCredit(limit: number, now: number): RateDecision {
    if (this.#used(now) >= limit) return this.#refused(limit, now);
    const weight = this.#free.expected(limit, now);
    this.#calls += 1;
    const booking = this.#owe(weight, limit, now);
    return { ...this.#allowed(limit, now, weight), ...(booking && { booking }) };
  }

  /** Books the first request of a minute, then decides, because this container may know nothing yet. */
  async #takeFirst(limit: number, now: number): Promise<RateDecision> {
    const isUseless = this.#isCounted(now) || this.#beingBooked > 0 || now < this.#pausedUntil;
    if (isUseless || this.#used(now) >= limit) return this.#takeOnCredit(limit, now);
    const weight = this.#free.expected(limit, now);
    if (this.#owed === 0) this.#owedSince = now;
    this.#owed += weight;
    this.#calls += 1;
    await this.#book(limit, now);
    if (this.#used(now) - weight < limit) return this.#allowed(limit, now, weight);
    this.#owedSince = now;
    this.#owed -= weight;
    await this.#book(limit, now);
    return this.#refused(limit, now);
  }

  /** Returns the booking if enough is owed. */
  #owe(weight: number, limit: number, now: number): Promise<void> | undefined {
    if (this.#owed === 0) this.#owedSince = now;
    this.#owed += weight;
    const isDue =
      Math.abs(this.#owed) + this.#free.owed >= Math.max(1, this.#credit(limit, now)) &&
      this.#beingBooked === 0 &&
      now >= this.#pausedUntil;
    return isDue ? this.#book(limit, now) : undefined;
  }

  /** Books what is owed. A booking that fails is not repeated, because it may have been made. */
  async #book(limit: number, now: number) {
    const [amount, free, calls] = [this.#owed, this.#free.settle(), this.#calls];
    this.#owed = 0;
    this.#calls = 0;
    this.#beingBooked = amount;
    try {
      const time = this.#window.timeFor(this.#owedSince, now, limit);
      const book = async (given: Pick<Booking, "amount" | "free" | "calls" | "isFirst">) => {
        const lapsed = this.#window.lapsed(now);
        const booked = await bookRequests(this.#place, { time, ...given, lapsed, now });
        this.#window.learn(booked, now);
      };
      await book({ amount, free, calls, isFirst: !this.#isCounted(now) });
      this.#countedIn = periodOf("minute", now);
      this.#beingBooked = 0;
      // Containers that book only once would otherwise never remove times, and the item would grow.
      if (this.#window.lapsed(now).length === MOST_LAPSED) await book({ amount: 0 });
    } catch (error) {
      this.#notCounted(this.#beingBooked, now, error);
    } finally {
      this.#beingBooked = 0;
    }
  }

  /** Books a request before it is allowed, on the condition that no other container has booked since. */
  async #takeExactly(limit: number, now: number): Promise<RateDecision> {
    const weight = this.#free.expected(limit, now);
    for (let attempt = 0; attempt < EXACT_ATTEMPTS; attempt += 1) {
      if (this.#used(now) >= limit) return this.#refused(limit, now);
      if (now < this.#pausedUntil) break;
      const calls = this.#calls;
      // A booking of what is owed may come in between.
      this.#calls = 0;
      try {
        const booked = await bookRequests(this.#place, {
          time: this.#window.timeFor(now, now, limit),
          amount: weight,
          calls: calls + 1,
          lapsed: this.#window.lapsed(now),
          expectedTotal: this.#window.total,
          now,
        });
        this.#window.learn(booked, now);
        if (booked.isDone) return this.#allowed(limit, now, weight);
        this.#calls += calls;
      } catch (error) {
        this.#notCounted(1, now, error);
        return this.#allowed(limit, now);
      }
    }
    putMetrics({ UncountedRequests: 1 });
    return this.#allowed(limit, now);
  }

  /** Runs exact bookings one after another: concurrent ones of a container would make each other fail. */
  async #inTurn(take: () => Promise<RateDecision>): Promise<RateDecision> {
    const taken = this.#turn.then(take);
    this.#turn = taken.catch(() => {});
    return await taken;
  }

  #notCounted(amount: number, now: number, error: unknown) {
    this.#pausedUntil = now + PAUSE_MS;
    putMetrics({ UncountedRequests: amount });
    log("warn", "requests could not be counted", { amount, ...describeError(error) });
  }

  #allowed(limit: number, now: number, weight = 1): RateDecision {
    const used = this.#used(now);
    // What was counted in advance is mostly given back.
    const remaining = Math.max(0, limit - used + weight - 1);
    const resetSeconds = this.#secondsUntil(used - 1, now);
    return { isAllowed: true, weight, limit, remaining, resetSeconds };
  }

  /** The wait is long enough for any container, also one that knows of more requests than this one. */
  #refused(limit: number, now: number): RateDecision {
    const below = limit - 1 - this.#credit(limit, now) * this.#window.containers(now);
    return {
      isAllowed: false,
      weight: 0,
      limit,
      remaining: 0,
      resetSeconds: this.#secondsUntil(below, now),
    };
  }

  #secondsUntil(most: number, now: number): number {
    const owed = { at: this.#owedSince, amount: this.#owed + this.#beingBooked };
    return secondsUntil(most, [...this.#window.usesOf(now), owed], now);
  }
}
