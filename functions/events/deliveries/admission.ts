import { createHash } from "node:crypto";
import { ownRateLimit } from "../../../shared/limits/rates.ts";
import { firstAddress } from "../../../shared/outbound/index.ts";
import { type Clock, timestamp } from "../../../shared/time.ts";
import type { WaitsFor } from "./laneRules.ts";
import { type Full, type HeldSeats, takeSeats } from "./seats.ts";
import { Turns, takeBoth } from "./turns.ts";

/** Requests of one reseller at once, to all its endpoints together. */
export const AT_ONCE = 10;
/** One endpoint's backlog leaves these seats to the reseller's other endpoints. */
const SPARE = 2;
/** Requests at once from all resellers to one address. */
const AT_ONCE_ALL = 50;
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
  /** Waits until a request may begin, and returns the function to call when it has ended. */
  take(): Promise<() => void>;
  /** To call when all requests have ended, with what the deliveries turned out to weigh more, or less. */
  end(weight: number): Promise<void>;
}

/** Deliveries that have to wait in their lane. */
export interface Held {
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
    const atHost = await this.#takeHostSeats(endpoint, group, held).catch(async (error) => {
      await end(-weight);
      throw error;
    });
    if (typeof atHost !== "string") {
      return { atOnce: atHost.held.count, take: () => takeBoth(atHost.turns, turns), end };
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
    return seated(held);
  }

  /** Seats at the address to which a connection is made; without an address, the attempt itself will fail. */
  async #takeHostSeats(endpoint: string, group: Group, { count }: HeldSeats) {
    const address = (await firstAddress(new URL(endpoint).hostname)) ?? "";
    const taken = group.hosts.get(address) ?? this.#takeSeatsAt(address, count);
    group.hosts.set(address, taken);
    return await taken;
  }

  async #takeSeatsAt(address: string, count: number): Promise<Seated | Full> {
    if (address === "") return seated({ count, release: async () => {} });
    const digest = createHash("sha256").update(`deliveries#${address}`).digest("hex");
    const room = { place: `site#${digest}`, seats: AT_ONCE_ALL };
    const held = await takeSeats(room, { count, clock: this.#clock });
    return typeof held === "string" ? held : seated(held);
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
  return { place: `reseller#${reseller_uuid}`, seats: AT_ONCE, spare: SPARE, limit };
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

function seated(held: HeldSeats): Seated {
  return { held, turns: new Turns(held.count) };
}

type Opened = Seated | Held;

interface Group {
  /** Endpoints with deliveries of this group. */
  users: number;
  count: number;
  weight: number;
  more: number;
  /** The seats at each address, which its endpoints share. */
  hosts: Map<string, Promise<Seated | Full>>;
  opened: Promise<Opened>;
}
