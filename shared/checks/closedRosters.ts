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
const TOGETHER_SECONDS = 300;
const ATTEMPTS = 3;

/** The closed rosters, by their interval. */
export type Closed = ReadonlyMap<number, ClosedStretch[]>;

/** The rosters that nobody joins any more; one that was closed within the last second may be missing. */
export async function findClosed(): Promise<Closed> {
  const { data } = await ClosedRosters.query.ofAll({}).go({ pages: "all" });
  return new Map(data.map(({ minutes, closed }) => [minutes, closed]));
}

export function isClosed(closed: Closed, roster: number): boolean {
  const number = numberOfRoster(roster);
  const stretches = closed.get(minutesOfRoster(roster)) ?? [];
  return stretches.some(({ from, to }) => from <= number && number <= to);
}

/**
 * The rosters that have rounds at a time in seconds, by their interval: all but those that were closed
 * so long ago that whoever was about to join them did, and has left by a round.
 */
export async function findRosters(now: number): Promise<{ minutes: number; rosters: number[] }[]> {
  const [seats, closed] = await Promise.all([findSeats(), findClosed()]);
  return seats.map(({ minutes, seats }) => {
    const isOver = ({ at }: ClosedStretch) => at <= now - closingSeconds(minutes);
    const over = (closed.get(minutes) ?? []).filter(isOver);
    return { minutes, rosters: rostersOf({ minutes, seats, without: over }) };
  });
}

/** What joins meanwhile has a round after that, which has it leave again. */
function closingSeconds(minutes: number): number {
  return JOINING_SECONDS + 2 * minutes * 60;
}

/**
 * Closes those of these rosters that are given out whole, for good. Where many are closed at once, some
 * may stay open: their next round asks again.
 */
export async function closeRosters(rosters: number[], now: number): Promise<void> {
  if (rosters.length === 0) return;
  const given = new Map((await findSeats()).map(({ minutes, seats }) => [minutes, seats]));
  for (const [minutes, some] of Map.groupBy(rosters, minutesOfRoster)) {
    const whole = Math.floor((given.get(minutes) ?? 0) / SEATS_A_ROSTER);
    const numbers = some.map(numberOfRoster).filter((number) => number < whole);
    if (numbers.length > 0) await close(minutes, { numbers, now });
  }
}

async function close(minutes: number, { numbers, now }: { numbers: number[]; now: number }) {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const { data: known } = await ClosedRosters.get({ minutes }).go({ consistent: true });
    const closed = withClosed(known?.closed ?? [], {
      numbers,
      now,
      settled: now - closingSeconds(minutes),
    });
    const revision = (known?.revision ?? 0) + 1;
    const written = await writeIfTrue(() =>
      known
        ? ClosedRosters.put({ minutes, closed, revision })
            .where(({ revision }, { eq }) => eq(revision, known.revision))
            .go()
        : ClosedRosters.create({ minutes, closed, revision }).go(),
    );
    if (written) return;
  }
}

/**
 * These stretches with some numbers more, in their order; neighbours are one where both were closed before
 * `settled`, or within the same five minutes: none is put off by others that are closed after it.
 */
export function withClosed(
  closed: ClosedStretch[],
  { numbers, now, settled }: { numbers: number[]; now: number; settled: number },
): ClosedStretch[] {
  const isNew = (number: number) => !closed.some(({ from, to }) => from <= number && number <= to);
  const added = [...new Set(numbers)].filter(isNew);
  const at = Math.ceil(now / TOGETHER_SECONDS) * TOGETHER_SECONDS;
  const all = [...closed, ...added.map((number) => ({ from: number, to: number, at }))];
  const merged: ClosedStretch[] = [];
  for (const next of all.toSorted((one, other) => one.from - other.from)) {
    const last = merged.at(-1);
    const areAlike = last && (Math.max(last.at, next.at) <= settled || last.at === next.at);
    if (!last || !areAlike || next.from !== last.to + 1) merged.push(next);
    else merged[merged.length - 1] = { ...last, to: next.to, at: Math.max(last.at, next.at) };
  }
  return merged;
}
