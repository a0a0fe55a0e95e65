import {
  ClosedRosters,
  type ClosedRostersRecord,
  type ClosedStretch,
} from "../entities/closedRosters.ts";
import { batchGetWith, lookup } from "../table/batch.ts";
import { pause, writeIfTrue } from "../table/transact.ts";
import {
  findSeats,
  minutesOfRoster,
  numberOfRoster,
  rosterOf,
  rostersOf,
  SEATS_A_ROSTER,
} from "./rosters.ts";

/** A roster of which fewer are left for an hour is closed: its websites get seats elsewhere. */
export const FEW_SITES = SEATS_A_ROSTER / 2;
export const FEW_SECONDS = 3600;

/**
 * Longer than a worker takes that gave somebody back a seat when the roster was open, whatever the clocks
 * of both and however late the index is.
 */
const JOINING_SECONDS = 3600;
/** Those that are closed within so long are noted as one. */
const TOGETHER_SECONDS = 300;
const ATTEMPTS = 12;
/** So many are noted in one item, so that many that are closed at once don't wait for each other. */
const ROSTERS_A_BLOCK = 1000;

/** The closed rosters of some blocks, by their names. */
export type Closed = ReadonlyMap<string, ClosedStretch[]>;

/** Of these rosters, and of their neighbours, those that nobody joins any more; as they were a second ago. */
export async function findClosed(rosters: number[]): Promise<Closed> {
  const blocks = [...new Map(rosters.map((roster) => [nameOf(roster), blockOf(roster)])).values()];
  const found = await batchGetWith(
    { consistent: false },
    ...blocks.map((block) => lookup<ClosedRostersRecord>(ClosedRosters, block)),
  );
  const noted = found.filter((each) => each !== undefined);
  return new Map(noted.map(({ minutes, block, closed }) => [`${minutes}#${block}`, closed]));
}

function blockOf(roster: number): { minutes: number; block: number } {
  const block = Math.floor(numberOfRoster(roster) / ROSTERS_A_BLOCK);
  return { minutes: minutesOfRoster(roster), block };
}

function nameOf(roster: number): string {
  const { minutes, block } = blockOf(roster);
  return `${minutes}#${block}`;
}

export function isClosed(closed: Closed, roster: number): boolean {
  return stretchOf(closed.get(nameOf(roster)), numberOfRoster(roster)) !== undefined;
}

/** Whether a closed roster that nobody is in needs few rounds: whoever was about to join it would be there. */
export function isOver(closed: Closed, roster: number, now: number): boolean {
  const found = stretchOf(closed.get(nameOf(roster)), numberOfRoster(roster));
  return found?.at !== undefined && now - found.at >= JOINING_SECONDS;
}

/** Whether a closed roster was found empty, and has a round a day. */
export function isEnded(closed: Closed, roster: number): boolean {
  const found = stretchOf(closed.get(nameOf(roster)), numberOfRoster(roster));
  return found !== undefined && found.at === undefined;
}

function stretchOf(stretches: ClosedStretch[] = [], number: number): ClosedStretch | undefined {
  return stretches.find(({ from, to }) => from <= number && number <= to);
}

/** The rosters of an interval: those that have rounds, and those that were closed, and found empty since. */
export interface IntervalRosters {
  minutes: number;
  rosters: number[];
  ended: number[];
}

/** All rosters, by their interval. */
export async function findRosters(): Promise<IntervalRosters[]> {
  const [seats, { data }] = await Promise.all([
    findSeats(),
    ClosedRosters.query.ofAll({}).go({ consistent: true, pages: "all" }),
  ]);
  const closed = Map.groupBy(data, ({ minutes }) => minutes);
  return seats.map(({ minutes, seats }) => {
    const without = (closed.get(minutes) ?? [])
      .flatMap((block) => block.closed)
      .filter(({ at }) => at === undefined)
      .toSorted((one, other) => one.from - other.from);
    const ended = without.flatMap(({ from, to }) =>
      Array.from({ length: to - from + 1 }, (_, index) => rosterOf(minutes, from + index)),
    );
    return { minutes, rosters: rostersOf({ minutes, seats, without }), ended };
  });
}

/**
 * Closes those of these rosters that are given out whole, for good. What can't be noted stays open: its
 * next round asks again.
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

/** Ends the rounds of closed rosters that are over, but for one a day; in the same way. */
export async function endRosters(rosters: number[]): Promise<void> {
  const isClosing = (closed: ClosedStretch[], number: number) =>
    stretchOf(closed, number)?.at !== undefined;
  await note(rosters, isClosing, {});
}

type IsWanted = (closed: ClosedStretch[], number: number) => boolean;

async function note(rosters: number[], isWanted: IsWanted, since: Pick<ClosedStretch, "at">) {
  const blocks = [...Map.groupBy(rosters, nameOf).values()];
  await Promise.all(blocks.map((some) => noteBlock(some, isWanted, since)));
}

/** Of rosters of one block; who is slower than others asks again what is noted by then. */
async function noteBlock(some: number[], isWanted: IsWanted, since: Pick<ClosedStretch, "at">) {
  const block = blockOf(some[0] ?? 0);
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    if (attempt > 0) await pause(attempt);
    const { data: known } = await ClosedRosters.get(block).go({ consistent: true });
    const before = known?.closed ?? [];
    const numbers = some.map(numberOfRoster).filter((number) => isWanted(before, number));
    if (numbers.length === 0) return;
    const next = { ...block, closed: withNumbers(before, numbers, since) };
    const revision = (known?.revision ?? 0) + 1;
    const written = await writeIfTrue(() =>
      known
        ? ClosedRosters.put({ ...next, revision })
            .where(({ revision }, { eq }) => eq(revision, known.revision))
            .go()
        : ClosedRosters.create({ ...next, revision }).go(),
    );
    if (written) return;
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
