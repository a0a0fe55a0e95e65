import type { CheckRecord } from "../entities/check.ts";
import { RosterSeats } from "../entities/rosterSeats.ts";

/** A roster is 100 websites of an interval that are simply up, which a round looks at together. */
export const SEATS_A_ROSTER = 100;

/**
 * A roster's number says its interval: 5,000,017 is the eighteenth of those of 5 minutes. So it can't
 * be mistaken for a shard of what is due by itself. After a million of them it goes on with
 * 1,000,005,000,000: there are places for 900,000,000,000 websites of an interval.
 */
const ROSTERS_AN_INTERVAL = 1_000_000;
/** More than an interval can have minutes. */
const INTERVALS = 1_000_000;

/** Multiples of it lie evenly between whole numbers, however many there are. */
const GOLDEN_RATIO = (Math.sqrt(5) - 1) / 2;

/** The roster and the place in it of a seat, of those of this interval. */
export function placeOf(minutes: number, seat: number): { roster: number; place: number } {
  const number = Math.floor(seat / SEATS_A_ROSTER);
  return { roster: rosterOf(minutes, number), place: seat % SEATS_A_ROSTER };
}

/** The roster with this number among those of an interval. */
export function rosterOf(minutes: number, number: number): number {
  const millions = Math.floor(number / ROSTERS_AN_INTERVAL);
  return (millions * INTERVALS + minutes) * ROSTERS_AN_INTERVAL + (number % ROSTERS_AN_INTERVAL);
}

/** Each how many minutes a roster has a round. */
export function minutesOfRoster(roster: number): number {
  return wholeTimes(roster, ROSTERS_AN_INTERVAL) % INTERVALS;
}

/** The number of a roster among those of its interval. */
export function numberOfRoster(roster: number): number {
  const millions = wholeTimes(wholeTimes(roster, ROSTERS_AN_INTERVAL), INTERVALS);
  return millions * ROSTERS_AN_INTERVAL + (roster % ROSTERS_AN_INTERVAL);
}

/** The quotient without its remainder: exact for all whole numbers, which that of a division rounded down is not. */
function wholeTimes(number: number, divisor: number): number {
  return (number - (number % divisor)) / divisor;
}

/** The rosters of an interval with so many seats, without stretches of their numbers, which are in their order. */
export function rostersOf({
  minutes,
  seats,
  without = [],
}: {
  minutes: number;
  seats: number;
  without?: { from: number; to: number }[];
}): number[] {
  const rosters: number[] = [];
  let next = 0;
  const addUntil = (end: number) => {
    for (; next < end; next += 1) rosters.push(rosterOf(minutes, next));
  };
  for (const { from, to } of without) {
    addUntil(from);
    next = to + 1;
  }
  addUntil(Math.ceil(seats / SEATS_A_ROSTER));
  return rosters;
}

/** The last time until then, in seconds since 1970, at which a round of a roster was due, each so many seconds. */
export function lastSlot(
  roster: number,
  until: number,
  interval = minutesOfRoster(roster) * 60,
): number {
  const share = (numberOfRoster(roster) * GOLDEN_RATIO) % 1;
  const phase = Math.floor(share * interval);
  const since = (((until - phase) % interval) + interval) % interval;
  return until - since;
}

/** Whether a website is in its roster, and not checked by itself. */
export function isSeated<Check extends Pick<CheckRecord<"uptime">, "seat" | "shard">>(
  check: Check,
): check is Check & { seat: NonNullable<Check["seat"]> } {
  return check.seat !== undefined && check.seat.roster === check.shard;
}

/** Gives out so many seats of an interval, and returns the first one's number. */
export async function takeSeats(minutes: number, count: number): Promise<number> {
  const { data } = await RosterSeats.upsert({ minutes })
    .add({ seats: count })
    .go({ response: "all_new" });
  return (data.seats ?? count) - count;
}

/** How many seats were given out, by interval. */
export async function findSeats(): Promise<{ minutes: number; seats: number }[]> {
  const { data } = await RosterSeats.query.ofAll({}).go({ consistent: true, pages: "all" });
  return data;
}
