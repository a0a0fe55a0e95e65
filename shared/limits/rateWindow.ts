import { type Booked, type Period, periodOf } from "./rateBookings.ts";

/** A limit counts the requests of this period. */
export const WINDOW_MS = 60_000;
/** Largest difference between two correct clocks. */
const CLOCK_SKEW_MS = 5000;
/** Requests of this period are booked for its earliest time, up to this part of the limit. */
const SHARED_MS = 2000;
const SHARED_PART = 0.02;
/** A time this far away counts for no container, even if a clock is wrong by minutes. */
const FORGOTTEN_MS = 10 * WINDOW_MS;
/** How many times one update can remove: its expression is limited to 4 KB. */
export const MOST_LAPSED = 100;
/** Times are hundredths of a second with names of five characters, so that the item fits into a kilobyte. */
const TICK_MS = 10;
const NAME_LENGTH = 5;
/** Names repeat after a week; the item is gone by then. */
const NAMES_MS = 36 ** NAME_LENGTH * TICK_MS;

function nameOf(time: number): string {
  return Math.floor((time % NAMES_MS) / TICK_MS)
    .toString(36)
    .padStart(NAME_LENGTH, "0");
}

/** The age of a time in milliseconds; negative if it is in the future. */
function ageOf(name: string, now: number): number {
  const age = now - Number.parseInt(name, 36) * TICK_MS;
  return ((age + NAMES_MS / 2) % NAMES_MS) - NAMES_MS / 2;
}

interface Use {
  /** The time by this container's clock; undefined: the use does not count. */
  at: number | undefined;
  amount: number;
  seenAt: number;
}

/**
 * A reseller's requests of the last minute, as far as one container knows them. The container places
 * each new time on its own clock, so that a container whose clock is wrong by minutes does not disturb
 * the others.
 */
export class RateWindow {
  readonly #uses = new Map<string, Use>();
  #learnedAt = Number.NEGATIVE_INFINITY;
  #periods: ReadonlyMap<string, number> = new Map();
  /** All weight ever booked. */
  total = 0;

  /** Replaces what this container knows with what is booked now. */
  learn({ times, periods, total }: Booked, now: number) {
    for (const name of this.#uses.keys()) if (!times.has(name)) this.#uses.delete(name);
    for (const [name, amount] of times) {
      const known = this.#uses.get(name);
      if (known) known.amount = amount;
      else this.#uses.set(name, { at: this.#placeOf(name, now), amount, seenAt: now });
    }
    this.total = total;
    this.#periods = periods;
    this.#learnedAt = now;
  }

  /** How many containers book: those of this minute, or of the one before if they were more. */
  containers(now: number): number {
    return Math.max(this.#inPeriod("minute", now), this.#inPeriod("minute", now, 1));
  }

  /** The weight of today that did not count in its minute. */
  freeWeight(now: number): number {
    return this.#inPeriod("day", now);
  }

  #inPeriod(period: Period, now: number, before = 0): number {
    return this.#periods.get(periodOf(period, now, before)) ?? 0;
  }

  /** How many requests count now. */
  used(now: number): number {
    return this.usesOf(now).reduce((sum, { amount }) => sum + amount, 0);
  }

  /** The requests that count now, oldest first. */
  usesOf(now: number): { at: number; amount: number }[] {
    return [...this.#uses.values()]
      .flatMap(({ at, amount }) => (counts(at, now) ? [{ at, amount }] : []))
      .toSorted((a, b) => a.at - b.at);
  }

  /** The time for which requests since `since` are booked. A later time would count them too long. */
  timeFor(since: number, now: number, limit: number): string {
    let latest: { name: string; at: number } | undefined;
    for (const [name, { at, amount }] of this.#uses) {
      if (at === undefined || at > since || since - at > SHARED_MS) continue;
      if (amount > limit * SHARED_PART || (latest && latest.at >= at)) continue;
      latest = { name, at };
    }
    if (latest) return latest.name;
    // A grid makes other containers choose the same time. It is as fine as requests are frequent.
    let grid = SHARED_MS;
    while (grid > now - since && grid > TICK_MS) grid /= 2;
    return nameOf(Math.floor(since / grid) * grid);
  }

  /** Names to remove because no container counts them any more: times outside the window, and past minutes and days. */
  lapsed(now: number): string[] {
    const isOver = (name: string, { at, seenAt }: Use) =>
      !counts(at, now) && (now - seenAt >= WINDOW_MS || Math.abs(ageOf(name, now)) >= FORGOTTEN_MS);
    const kept = (["minute", "day", "calls"] as const).flatMap((period) =>
      [-1, 0, 1].map((before) => periodOf(period, now, before)),
    );
    return [...this.#uses]
      .filter(([name, use]) => isOver(name, use))
      .map(([name]) => name)
      .concat([...this.#periods.keys()].filter((name) => !kept.includes(name)))
      .slice(0, MOST_LAPSED);
  }

  #placeOf(name: string, now: number): number | undefined {
    const age = ageOf(name, now);
    if (age >= -CLOCK_SKEW_MS && age < 2 * WINDOW_MS) return Math.min(now, now - age);
    // One of the two clocks is wrong. The time was booked after this container last learned.
    return now - this.#learnedAt < WINDOW_MS ? this.#learnedAt : undefined;
  }
}

function counts(at: number | undefined, now: number): at is number {
  return at !== undefined && now - at < WINDOW_MS && at - now <= CLOCK_SKEW_MS;
}
