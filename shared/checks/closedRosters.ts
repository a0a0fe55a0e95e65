import { ClosedRosters, type ClosedStretch } from "../entities/closedRosters.ts";
import { writeIfTrue } from "../table/transact.ts";
import {
  findSeats,
  minutesOfRoster,
  numberOfRoster,
  rostersOf,
  SEATS_A_ROSTER,
} from "./rosters.ts";

/** A roster of which fewer are left for an hour is closed: its websites get seats elsewhere. */
export const FEW_SITES = SEATS_A_ROSTER / 2;
export const FEW_SECONDS = 3600;

/** Longer than a worker takes that gave somebody back a seat when the roster was open, by its clock. */
const JOINING_SECONDS = 300;
/** Those that are closed within so long are noted as one. */
const TOGETHER_SECONDS = 300;
const ATTEMPTS = 3;

/** The closed rosters, by their interval. */
export type Closed = ReadonlyMap<number, ClosedStretch[]>;

/** The rosters that nobody joins any more. */
export async function findClosed(): Promise<Closed> {
  const { data } = await ClosedRosters.query.ofAll({}).go({ consistent: true, pages: "all" });
  return new Map(data.map(({ minutes, closed }) => [minutes, closed]));
}

export function isClosed(closed: Closed, roster: number): boolean {
  return stretchOf(closed.get(minutesOfRoster(roster)), numberOfRoster(roster)) !== undefined;
}

/** Whether a closed roster that nobody is in needs no rounds any more: whoever was about to join it would be there. */
export function isOver(closed: Closed, roster: number, now: number): boolean {
  const found = stretchOf(closed.get(minutesOfRoster(roster)), numberOfRoster(roster));
  return found?.at !== undefined && now - found.at >= JOINING_SECONDS;
}

function stretchOf(stretches: ClosedStretch[] = [], number: number): ClosedStretch | undefined {
  return stretches.find(({ from, to }) => from <= number && number <= to);
}

/** The rosters that have rounds, by their interval: all but those that were closed, and found empty since. */
export async function findRosters(): Promise<{ minutes: number; rosters: number[] }[]> {
  const [seats, closed] = await Promise.all([findSeats(), findClosed()]);
  return seats.map(({ minutes, seats }) => {
    const without = (closed.get(minutes) ?? []).filter(({ at }) => at === undefined);
    return { minutes, rosters: rostersOf({ minutes, seats, without }) };
  });
}

/**
 * Closes those of these rosters that are given out whole, for good. Where many are closed at once, some
 * may stay open: their next round asks again.
 */
export async function closeRosters(rosters: number[], now: number): Promise<void> {
  if (rosters.length === 0) return;
  const given = new Map((await findSeats()).map(({ minutes, seats }) => [minutes, seats]));
  const isWhole = (roster: number) => {
    const seats = given.get(minutesOfRoster(roster)) ?? 0;
    return numberOfRoster(roster) < Math.floor(seats / SEATS_A_ROSTER);
  };
  const at = Math.ceil(now / TOGETHER_SECONDS) * TOGETHER_SECONDS;
  await note(rosters.filter(isWhole), (closed, number) => !stretchOf(closed, number), { at });
}

/** Ends the rounds of closed rosters that are over; in the same way. */
export async function endRosters(rosters: number[]): Promise<void> {
  const isClosing = (closed: ClosedStretch[], number: number) =>
    stretchOf(closed, number)?.at !== undefined;
  await note(rosters, isClosing, {});
}

async function note(
  rosters: number[],
  isWanted: (closed: ClosedStretch[], number: number) => boolean,
  since: Pick<ClosedStretch, "at">,
) {
  for (const [minutes, some] of Map.groupBy(rosters, minutesOfRoster)) {
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const { data: known } = await ClosedRosters.get({ minutes }).go({ consistent: true });
      const before = known?.closed ?? [];
      const numbers = some.map(numberOfRoster).filter((number) => isWanted(before, number));
      if (numbers.length === 0) break;
      const next = { minutes, closed: withNumbers(before, numbers, since) };
      const revision = (known?.revision ?? 0) + 1;
      const written = await writeIfTrue(() =>
        known
          ? ClosedRosters.put({ ...next, revision })
              .where(({ revision }, { eq }) => eq(revision, known.revision))
              .go()
          : ClosedRosters.create({ ...next, revision }).go(),
      );
      if (written) break;
    }
  }
}

/** These stretches, in which so much is known of some numbers, in their order; neighbours that are alike are one. */
export function withNumbers(
  stretches: ClosedStretch[],
  numbers: number[],
  since: Pick<ClosedStretch, "at">,
): ClosedStretch[] {
  const changed = [...new Set(numbers)].toSorted((one, other) => one - other);
  const kept = stretches.flatMap((stretch) => without(stretch, changed));
  const all = [...kept, ...changed.map((number) => ({ from: number, to: number, ...since }))];
  const merged: ClosedStretch[] = [];
  for (const next of all.toSorted((one, other) => one.from - other.from)) {
    const last = merged.at(-1);
    const isNext = last && last.at === next.at && next.from === last.to + 1;
    if (isNext) merged[merged.length - 1] = { ...last, to: next.to };
    else merged.push(next);
  }
  return merged;
}

/** What is left of a stretch without these numbers, which are in their order. */
function without({ from, to, ...since }: ClosedStretch, numbers: number[]): ClosedStretch[] {
  const left: ClosedStretch[] = [];
  let next = from;
  for (const number of numbers) {
    if (number < next || number > to) continue;
    if (number > next) left.push({ from: next, to: number - 1, ...since });
    next = number + 1;
  }
  return next <= to ? [...left, { from: next, to, ...since }] : left;
}
