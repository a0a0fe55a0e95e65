import { withoutEnd } from "../../vocabulary/texts.ts";
import { type Clock, systemClock } from "../time.ts";

/** The concurrent requests, and the time between two starts. */
export interface Pace {
  concurrent: number;
  spacingMs: number;
}

/** Defaults. An address serves many host names, so it allows more requests than one host name. */
const HOST_PACE: Pace = { concurrent: 10, spacingMs: 25 };
const ADDRESS_PACE: Pace = { concurrent: 40, spacingMs: 20 };

/** Above this number, idle places are forgotten. */
const MAX_PLACES = 10_000;
/** The longest pause that a host can ask for. */
const MAX_PAUSE_MS = 10_000;

interface Wait {
  /** Default: no address, so only the host name counts. */
  addresses?: readonly string[] | undefined;
  /** The pace of the host name, for callers that are more polite than HOST_PACE. */
  pace?: Partial<Pace>;
  /** The latest start, in milliseconds of the clock. Default: none. */
  deadline?: number;
}

/** A host name or an address. */
interface Place {
  running: number;
  /** The requests that run or wait. */
  users: number;
  lastStart: number;
  pausedUntil: number;
  /** Resolves when all that came before have started or given up. */
  turn: Promise<void>;
  /** Resolves when the next running request ends. */
  ending: PromiseWithResolvers<void>;
}

/**
 * Limits the requests of this process to each host name and each address, in the order of the calls. All code that
 * requests foreign hosts shares `hostLimiter`; the audits in threads have one each.
 */
export class HostLimiter {
  readonly #clock: Clock;
  readonly #places = new Map<string, Place>();

  constructor(clock: Clock = systemClock) {
    this.#clock = clock;
  }

  /**
   * Runs a request when its host and addresses have room; undefined if that is after the deadline. It counts for all
   * addresses of its host, because a host name may list the addresses of others before its own.
   */
  async run<Result>(
    host: string,
    { addresses = [], pace, deadline = Number.POSITIVE_INFINITY }: Wait,
    request: () => Promise<Result>,
  ): Promise<Result | undefined> {
    const entered: Place[] = [];
    // The host name first, then the addresses in a fixed order, so that no two requests wait for each other.
    const places: [string, Pace][] = [
      [nameOf(host), { ...HOST_PACE, ...pace }],
      ...[...new Set(addresses)].sort().map((each): [string, Pace] => [`at ${each}`, ADDRESS_PACE]),
    ];
    try {
      for (const [name, placePace] of places) {
        const place = this.#placeOf(name);
        if (!(await this.#enter(place, placePace, deadline))) return undefined;
        entered.push(place);
      }
      return await request();
    } finally {
      for (const place of entered) this.#leave(place);
    }
  }

  /** Starts no request to a host name for `ms` milliseconds, at most 10 seconds, as its `Retry-After` asks. */
  pause(host: string, ms: number) {
    const place = this.#placeOf(nameOf(host));
    const until = this.#clock.now() + Math.min(ms, MAX_PAUSE_MS);
    place.pausedUntil = Math.max(place.pausedUntil, until);
  }

  /** Waits for the turn of a request, which may then start; false if that is after the deadline. */
  async #enter(place: Place, { concurrent, spacingMs }: Pace, deadline: number): Promise<boolean> {
    place.users += 1;
    const before = place.turn;
    const turn = Promise.withResolvers<void>();
    place.turn = turn.promise;
    await before;
    while (place.running >= concurrent) await place.ending.promise;
    let startsAt: number;
    do {
      const now = this.#clock.now();
      // The clock may have been set back.
      place.lastStart = Math.min(place.lastStart, now);
      place.pausedUntil = Math.min(place.pausedUntil, now + MAX_PAUSE_MS);
      startsAt = Math.max(now, place.pausedUntil, place.lastStart + spacingMs);
      if (startsAt >= deadline) {
        place.users -= 1;
        turn.resolve();
        return false;
      }
      if (startsAt > now) await this.#clock.sleep(startsAt - now);
      // A response that arrived meanwhile may have asked for a longer pause.
    } while (place.pausedUntil > startsAt);
    place.running += 1;
    place.lastStart = this.#clock.now();
    turn.resolve();
    return true;
  }

  #leave(place: Place) {
    place.running -= 1;
    place.users -= 1;
    place.ending.resolve();
    place.ending = Promise.withResolvers();
  }

  #placeOf(name: string): Place {
    const existing = this.#places.get(name);
    if (existing) return existing;
    if (this.#places.size >= MAX_PLACES) this.#forgetIdle();
    const place: Place = {
      ...{ running: 0, users: 0, lastStart: Number.NEGATIVE_INFINITY, pausedUntil: 0 },
      ...{ turn: Promise.resolve(), ending: Promise.withResolvers() },
    };
    this.#places.set(name, place);
    return place;
  }

  /** Forgets all places without requests, even recent ones: requests to `MAX_PLACES` hosts overload none of them. */
  #forgetIdle() {
    for (const [name, { users }] of this.#places) if (users === 0) this.#places.delete(name);
  }
}

/** Normalises a host name. */
function nameOf(host: string): string {
  return withoutEnd(host, ".").toLowerCase();
}

/** The limiter of this process. */
export const hostLimiter = new HostLimiter();
