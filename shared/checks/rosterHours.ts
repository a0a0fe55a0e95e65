import type { CheckRecord, Period, UptimeMemory } from "../entities/check.ts";
import { RosterHour, type RosterHourRecord, type Row } from "../entities/rosterHour.ts";
import { Overloaded } from "../errors.ts";
import { batchDelete } from "../table/batch.ts";
import { writeIfTrue } from "../table/transact.ts";
import { isSeated, minutesOfRoster } from "./rosters.ts";
import { CLOCK_SKEW_SECONDS } from "./schedule.ts";
import { LATE_SECONDS, readUptimeMemory, UPTIME_DAYS } from "./uptime.ts";

const KEPT_SECONDS = 3 * 24 * 3600;
const KEPT_GAPS = 100;
const WRITE_ATTEMPTS = 5;
const DAY_SECONDS = 24 * 3600;

/** The hour of a time in seconds since 1970: `2026-01-31T09`. */
export function hourOf(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(0, 13);
}

const NEWEST = { order: "desc", limit: 1, consistent: true } as const;

/** An hour of a roster as it was at some time, and what it has of later ones. */
export interface LastHour extends RosterHourRecord {
  later: Pick<RosterHourRecord, "rows" | "gaps">;
}

const NOTHING_LATER: LastHour["later"] = { rows: [], gaps: [] };

/**
 * The last hour in which a roster had rounds, of those until then; a clock that was ahead made later
 * hours, and later rounds within it, or else this one is behind.
 */
export async function findLastHour(roster: number, until: number): Promise<LastHour | undefined> {
  const { data } = await RosterHour.query
    .ofRoster({ roster })
    .lte({ hour: hourOf(until) })
    .go(NEWEST);
  return data[0] && withoutLater(data[0], until);
}

/**
 * As findLastHour, for a round; the later hours are removed, and what is later in this one is forgotten,
 * as it would count when its time has come. Whoever asks has to be sure of the time.
 */
export async function forgetLaterHours(roster: number, now: number): Promise<LastHour | undefined> {
  const { data } = await RosterHour.query.ofRoster({ roster }).go(NEWEST);
  const [newest] = data;
  if (!newest) return undefined;
  if (newest.hour <= hourOf(now)) return { ...withoutLater(newest, now), later: NOTHING_LATER };
  const { data: later } = await RosterHour.query
    .ofRoster({ roster })
    .gt({ hour: hourOf(now + CLOCK_SKEW_SECONDS) })
    .go({ consistent: true, pages: "all" });
  await batchDelete(
    RosterHour,
    later.map(({ hour }) => ({ roster, hour })),
  );
  const last = await findLastHour(roster, now);
  return last && { ...last, later: NOTHING_LATER };
}

function withoutLater(hour: RosterHourRecord, now: number): LastHour {
  const latest = now + CLOCK_SKEW_SECONDS;
  const rows = Object.groupBy(hour.rows, ({ at }) => (at <= latest ? "known" : "later"));
  const gaps = Object.groupBy(hour.gaps, ({ to }) => (to <= latest ? "known" : "later"));
  return {
    ...{ ...hour, rows: rows.known ?? [], gaps: gaps.known ?? [] },
    later: { rows: rows.later ?? [], gaps: gaps.later ?? [] },
  };
}

/** Whether a round of this slot, or of a later one that is due by now, was made. */
export function isRoundDone(
  last: LastHour | undefined,
  { slot, now }: { slot: number; now: number },
): boolean {
  const rows = last?.rows ?? [];
  return rows.some((row) => row.slot >= slot && row.slot <= now + CLOCK_SKEW_SECONDS);
}

/** The rounds of a roster between two times, oldest first. */
export async function findRows(roster: number, { from, to }: Period): Promise<Row[]> {
  const { data } = await RosterHour.query
    .ofRoster({ roster })
    .between({ hour: hourOf(from) }, { hour: hourOf(to) })
    .go({ pages: "all" });
  const rows = data.flatMap((hour) => hour.rows);
  return rows.filter(({ at }) => at >= from && at <= to).toSorted((a, b) => a.at - b.at);
}

/** What is written of a round. */
interface Round {
  roster: number;
  row: Row;
  /** Whether so few websites are in it that it could be closed. */
  hasFew: boolean;
  /** Of which days the figures were written, until this one. */
  folded?: string;
}

/**
 * Writes a round beside the others of its hour, and returns what is stored then, whoever else writes at
 * the same time; undefined, and nothing is written, where one of its slot is there already.
 */
export async function writeRound(
  last: LastHour | undefined,
  round: Round,
): Promise<RosterHourRecord | undefined> {
  const { roster, row } = round;
  const hour = hourOf(row.at);
  let known = last;
  for (let attempt = 0; attempt < WRITE_ATTEMPTS; attempt += 1) {
    const revision = known?.hour === hour ? known.revision : undefined;
    const next = withRow(known, round);
    const written = await writeIfTrue(() =>
      revision === undefined
        ? RosterHour.create(next).go()
        : RosterHour.put(next)
            .where((attribute, { eq }) => eq(attribute.revision, revision))
            .go(),
    );
    if (written) return next;
    const { data } = await RosterHour.query.ofRoster({ roster, hour }).go({ consistent: true });
    const [found] = data;
    if (found?.rows.some(({ slot }) => slot === row.slot)) return undefined;
    // Where somebody has forgotten the hour meanwhile, it follows what is left.
    known = found ? { ...found, later: NOTHING_LATER } : await findLastHour(roster, row.at);
  }
  throw new Overloaded("Others keep writing rounds of the same roster");
}

/** An hour with one more round, in the order of their beginning. */
function withRow(last: LastHour | undefined, { row, ...round }: Round): RosterHourRecord {
  const { roster, hasFew, folded } = round;
  const hour = hourOf(row.at);
  const isSame = last?.hour === hour;
  const others = isSame ? [...last.rows, ...last.later.rows] : [];
  const gaps = [...gapsUntil(last, roster, row.at), ...(isSame ? last.later.gaps : [])];
  const rows = [...others, row].toSorted((one, other) => one.at - other.at);
  const slot = Math.max(...rows.map((each) => each.slot));
  return {
    ...{ roster, hour, slot, rows, gaps, revision: isSame ? last.revision + 1 : 1 },
    ...(last ? last.since !== undefined && { since: last.since } : { since: row.at }),
    ...(hasFew && { few_since: last?.few_since ?? row.at }),
    folded: folded ?? last?.folded ?? "",
    expires_epoch: row.at + KEPT_SECONDS,
  };
}

/** The gaps of a roster's rounds, with the one that ends now, where this one comes so late. */
function gapsUntil(last: RosterHourRecord | undefined, roster: number, at: number): Period[] {
  const { gaps = [], rows = [] } = last ?? {};
  const before = rows.at(-1)?.at;
  const limit = minutesOfRoster(roster) * 60 + LATE_SECONDS;
  const isGap = before !== undefined && at - before > limit;
  const all = isGap ? [...gaps, { from: before, to: at }] : gaps;
  return all.filter(({ to }) => to > at - (UPTIME_DAYS + 1) * DAY_SECONDS).slice(-KEPT_GAPS);
}

/** What is remembered of a website in a roster, with what the rounds have seen since it came there. */
export function withRounds(
  check: CheckRecord<"uptime">,
  last: RosterHourRecord | undefined,
): UptimeMemory {
  const memory = readUptimeMemory(check);
  const seen = last?.rows.at(-1)?.at;
  const { checked_at: joined } = memory;
  if (!isSeated(check) || !last || seen === undefined || joined === undefined) return memory;
  const limit = minutesOfRoster(check.seat.roster) * 60 + LATE_SECONDS;
  // Rounds are forgotten after some days without any: in those nobody looked.
  const unknown = last.since === undefined ? [] : [{ from: joined, to: last.since }];
  const gaps = [...unknown, ...last.gaps]
    .map(({ from, to }) => ({ from: Math.max(from, joined), to }))
    .filter(({ from, to }) => to - from > limit);
  return {
    ...memory,
    checked_at: Math.max(joined, seen),
    ...(gaps.length > 0 && { gaps: [...(memory.gaps ?? []), ...gaps] }),
  };
}

/** What is known of a website's uptime at a time in milliseconds, whether it is in a roster or not. */
export async function readUptime(
  check: CheckRecord<"uptime">,
  now = Date.now(),
): Promise<UptimeMemory> {
  if (!isSeated(check)) return readUptimeMemory(check);
  return withRounds(check, await findLastHour(check.seat.roster, now / 1000));
}
