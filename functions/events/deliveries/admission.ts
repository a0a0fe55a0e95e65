import { spend } from "../../../shared/limits/rates.ts";
import { type Clock, timestamp } from "../../../shared/time.ts";
import type { WaitsFor } from "./laneRules.ts";
import { type HeldSeats, takeSeats } from "./seats.ts";

/** When deliveries that found all seats taken are tried again: lanes that wait come one by one. */
const BUSY_MS = 5000;
/** Deliveries that go one after the other rather than take a further seat. */
const A_SEAT = 3;

/** Deliveries that may be sent. */
export interface Admitted {
  /** Waits until a request may begin, and returns the function to call when it has ended. */
  take(): Promise<() => void>;
  /** To call when all requests have ended. */
  end(): Promise<void>;
}

/** Deliveries that have to wait in their lane. */
export interface Held {
  until: string;
  waitsFor: WaitsFor;
}

/**
 * Admits the deliveries of one worker's call by what each reseller may send in a minute and at once. Those
 * that a reseller wants to send at the same moment, to whatever endpoints, are admitted or held together.
 */
export class Admissions {
  readonly #gathering = new Map<string, Group>();
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  async admit(
    reseller_uuid: string,
    { count, weight }: { count: number; weight: number },
  ): Promise<Admitted | Held> {
    const group = this.#gathering.get(reseller_uuid) ?? this.#gather(reseller_uuid);
    group.users += 1;
    group.count += count;
    group.weight += weight;
    const opened = await group.opened;
    if (!("seats" in opened)) return opened;
    const { held, seats } = opened;
    const end = async () => {
      group.users -= 1;
      if (group.users === 0) await held.release();
    };
    return { take: () => seats.take(), end };
  }

  #gather(reseller_uuid: string): Group {
    // What else is asked for at this moment belongs to the group.
    const opened = Promise.resolve().then(() => {
      this.#gathering.delete(reseller_uuid);
      return this.#open(reseller_uuid, group);
    });
    const group: Group = { users: 0, count: 0, weight: 0, opened };
    this.#gathering.set(reseller_uuid, group);
    return group;
  }

  async #open(reseller_uuid: string, { count, weight }: Group): Promise<Opened> {
    const now = this.#clock.now();
    const spent = await spend({ reseller_uuid, kind: "deliveries" }, { weight, now });
    const after = (ms: number) => timestamp(new Date(now + ms));
    if (!spent.isAllowed) return { until: after(spent.resetSeconds * 1000), waitsFor: "limit" };
    const wanted = Math.ceil(count / A_SEAT);
    const held = await takeSeats(reseller_uuid, { wanted, clock: this.#clock });
    if (held) return { held, seats: new Seats(held.count) };
    return { until: after(BUSY_MS * (1 + Math.random())), waitsFor: "others" };
  }
}

type Opened = { held: HeldSeats; seats: Seats } | Held;

interface Group {
  /** Endpoints with deliveries of this group. */
  users: number;
  count: number;
  weight: number;
  opened: Promise<Opened>;
}

/** Lets a number of requests run at once, in the order in which they ask. */
class Seats {
  readonly #waiting: (() => void)[] = [];
  #free: number;

  constructor(count: number) {
    this.#free = count;
  }

  async take(): Promise<() => void> {
    if (this.#free > 0) this.#free -= 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    return () => this.#leave();
  }

  #leave() {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#free += 1;
  }
}
