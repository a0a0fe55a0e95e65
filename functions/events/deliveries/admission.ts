import { createHash } from "node:crypto";
import { ownRateLimit } from "../../../shared/limits/rates.ts";
import { addressesOf, DELIVERIES } from "../../../shared/outbound/index.ts";
import { type Clock, timestamp } from "../../../shared/time.ts";
import { type Full, type HeldSeats, placeOf, takeSeats } from "../deliveriesAtOnce.ts";
import type { WaitsFor } from "./laneRules.ts";
import { Turns, takeBoth } from "./turns.ts";

/** Deliveries per seat: they go one after the other. */
const A_SEAT = 3;
/** When deliveries that found all seats taken are tried again: lanes that wait come one by one. */
const BUSY_MS = 5000;
const MINUTE_MS = 60_000;
/** Lanes that wait for the next minute don't all begin with it. */
const SPREAD_MS = 5000;

/** Deliveries that may be sent. */
export interface Admitted {
  /** How many may run at once. */
  atOnce: number;
  /** The address whose seats they have, to which they are sent; "" if the endpoint has none. */
  address: string;
  /** Waits until a request may begin, and returns the function to call when it has ended. */
  take(): Promise<() => void>;
  /** To call when all requests have ended, with what the deliveries turned out to weigh more, or less. */
  end(weight: number): Promise<void>;
}

/** Deliveries that have to wait in their lane. */
interface Held {
  until: string;
  waitsFor: WaitsFor;
}

interface Request {
  reseller_uuid: string;
  endpoint: string;
  count: number;
  weight: number;
}

/**
 * Admits the deliveries of one worker's call by what each reseller may send in a minute and at once, and by
 * what all may send to an address at once. Those that a reseller wants to send at the same moment, to
 * whatever endpoints, share seats.
 */
export class Admissions {
  readonly #gathering = new Map<string, Group>();
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  async admit({ reseller_uuid, endpoint, count, weight }: Request): Promise<Admitted | Held> {
    const group = this.#gathering.get(reseller_uuid) ?? this.#gather(reseller_uuid);
    group.users += 1;
    group.count += count;
    group.weight += weight;
    const opened = await group.opened;
    if ("until" in opened) return opened;
    const { held, turns } = opened;
    const end = async (more: number) => {
      group.users -= 1;
      group.more += more;
      if (group.users > 0) return;
      const hosts = [...group.hosts.values()].map(async (taken) => {
        const place = await taken;
        if (typeof place !== "string") await place.held.release();
      });
      await Promise.allSettled([held.release(group.more), ...hosts]);
    };
    const wish = { reseller_uuid, endpoint, count: held.count };
    const atHost = await this.#takeHostSeats(wish, group).catch(async (error) => {
      await end(-weight);
      throw error;
    });
    if (typeof atHost !== "string") {
      const { held: seats, turns: turnsThere, address } = atHost;
      return { atOnce: seats.count, address, take: () => takeBoth(turnsThere, turns), end };
    }
    await end(-weight);
    return heldFor(atHost, this.#clock.now());
  }

  #gather(reseller_uuid: string): Group {
    // What else is asked for at this moment belongs to the group.
    const opened = Promise.resolve().then(() => {
      this.#gathering.delete(reseller_uuid);
      return this.#open(reseller_uuid, group);
    });
    const group: Group = { users: 0, count: 0, weight: 0, more: 0, hosts: new Map(), opened };
    this.#gathering.set(reseller_uuid, group);
    return group;
  }

  async #open(reseller_uuid: string, { count, weight }: Group): Promise<Opened> {
    const room = await roomOf(reseller_uuid);
    const wanted = { count: Math.ceil(count / A_SEAT), weight, clock: this.#clock };
    const held = await takeSeats(room, wanted);
    if (typeof held === "string") return heldFor(held, this.#clock.now());
    return { held, turns: new Turns(held.count, { clock: this.#clock }) };
  }

  /** Seats at one of the endpoint's addresses, another one each minute, as some may not answer. */
  async #takeHostSeats(wish: Omit<Request, "weight">, group: Group) {
    const addresses = await addressesOf(new URL(wish.endpoint).hostname);
    const minute = Math.floor(this.#clock.now() / MINUTE_MS);
    const address = addresses[minute % addresses.length] ?? "";
    const taken = group.hosts.get(address) ?? this.#takeSeatsAt(address, wish);
    group.hosts.set(address, taken);
    return await taken;
  }

  async #takeSeatsAt(
    address: string,
    { reseller_uuid, count }: Omit<Request, "weight">,
  ): Promise<SeatedAt | Full> {
    const clock = this.#clock;
    const digest = createHash("sha256").update(`deliveries#${address}`).digest("hex");
    const room = {
      place: `site#${digest}`,
      seats: DELIVERIES.seats.shared,
      own: `own${reseller_uuid.replaceAll("-", "")}`,
    };
    const held =
      address === "" ? { count, release: async () => {} } : await takeSeats(room, { count, clock });
    if (typeof held === "string") return held;
    const { spacingMs } = DELIVERIES;
    return { held, address, turns: new Turns(held.count, { clock, spacingMs }) };
  }
}

/** Counts what is done for a reseller's deliveries besides sending them; or says until when to wait. */
export async function countWeight(
  reseller_uuid: string,
  { weight, clock }: { weight: number; clock: Clock },
): Promise<Held | undefined> {
  const counted = await takeSeats(await roomOf(reseller_uuid), { count: 0, weight, clock });
  return typeof counted === "string" ? heldFor(counted, clock.now()) : undefined;
}

async function roomOf(reseller_uuid: string) {
  const limit = await ownRateLimit(reseller_uuid, "deliveries");
  const { ofReseller: seats, spare } = DELIVERIES;
  return { place: placeOf(reseller_uuid), seats, spare, limit };
}

function heldFor(full: Full, now: number): Held {
  const waitMs =
    full === "limit"
      ? MINUTE_MS - (now % MINUTE_MS) + SPREAD_MS * Math.random()
      : BUSY_MS * (1 + Math.random());
  // Rounded up: `timestamp` cuts fractions of a second.
  const until = timestamp(new Date(now + waitMs + 999));
  return { until, waitsFor: full === "limit" ? "limit" : "others" };
}

/** Seats, and the turns in which the endpoints of a group use them. */
interface Seated {
  held: HeldSeats;
  turns: Turns;
}

interface SeatedAt extends Seated {
  address: string;
}

type Opened = Seated | Held;

interface Group {
  /** Endpoints with deliveries of this group. */
  users: number;
  count: number;
  weight: number;
  more: number;
  /** The seats at each address, which its endpoints share. */
  hosts: Map<string, Promise<SeatedAt | Full>>;
  opened: Promise<Opened>;
}
