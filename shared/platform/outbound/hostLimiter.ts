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

interface Waiting extends Pace {
  deadline: number;
  begin(isAllowed: boolean): void;
}

/** A host name or an address. */
interface Place {
  running: number;
  lastStart: number;
  pausedUntil: number;
  queue: Waiting[];
  isSleeping: boolean;
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
        if (!(await this.#wait(place, { ...placePace, deadline }))) return undefined;
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

  #wait(place: Place, pace: Pace & { deadline: number }): Promise<boolean> {
    return new Promise((resolve) => {
      place.queue.push({ ...pace, begin: resolve });
      this.#advance(place);
    });
  }

  /** Starts the requests that may start. The others wait for a request to end, or for the next start time. */
  #advance(place: Place) {
    for (let next = place.queue[0]; next; next = place.queue[0]) {
      const now = this.#clock.now();
      // The clock may have been set back.
      place.lastStart = Math.min(place.lastStart, now);
      place.pausedUntil = Math.min(place.pausedUntil, now + MAX_PAUSE_MS);
      const startsAt = Math.max(now, place.pausedUntil, place.lastStart + next.spacingMs);
      const isAllowed = startsAt < next.deadline;
      if (isAllowed && place.running >= next.concurrent) return;
      if (isAllowed && startsAt > now) return this.#advanceIn(place, startsAt - now);
      place.queue.shift();
      if (isAllowed) {
        place.running += 1;
        place.lastStart = now;
      }
      next.begin(isAllowed);
    }
  }

  #advanceIn(place: Place, ms: number) {
    if (place.isSleeping) return;
    place.isSleeping = true;
    const until = this.#clock.now() + ms;
    void this.#clock.sleep(ms).then(() => {
      place.isSleeping = false;
      // The timer has fired, so the time is over, whatever the clock says.
      place.lastStart = Number.NEGATIVE_INFINITY;
      if (place.pausedUntil <= until) place.pausedUntil = Number.NEGATIVE_INFINITY;
      this.#advance(place);
    });
  }

  #leave(place: Place) {
    place.running -= 1;
    this.#advance(place);
  }

  #placeOf(name: string): Place {
    const existing = this.#places.get(name);
    if (existing) return existing;
    if (this.#places.size >= MAX_PLACES) this.#forgetIdle();
    const never = Number.NEGATIVE_INFINITY;
    const place = {
      running: 0,
      lastStart: never,
      pausedUntil: never,
      queue: [],
      isSleeping: false,
    };
    this.#places.set(name, place);
    return place;
  }

  /** Forgets all places without requests, even recent ones: requests to `MAX_PLACES` hosts overload none of them. */
  #forgetIdle() {
    for (const [name, { running, queue }] of this.#places)
      if (running === 0 && queue.length === 0) this.#places.delete(name);
  }
}

/** Normalises a host name. */
function nameOf(host: string): string {
  return withoutEnd(host, ".").toLowerCase();
}

/** The limiter of this process. */
export const hostLimiter = new HostLimiter();
