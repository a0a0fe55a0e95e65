import { CLOCK_SKEW_SECONDS } from "../../shared/checks/schedule.ts";
import { type DueKind, ScheduleCursor } from "../../shared/entities/scheduleCursor.ts";
import { writeIfTrue } from "../../shared/table/transact.ts";
import { timestamp } from "../../shared/time.ts";

/** The index may show a change this much later than it was made. */
const INDEX_LAG_SECONDS = 5;
/** What is this late was lost by its worker, or before it came to one. */
const OVERDUE_SECONDS: Record<DueKind, number> = { uptime: 600, audit: 7200, lane: 600 };
const EPOCH = new Date(0);
/** After all times that are written. */
const NEVER = new Date("9999-12-31T00:00:00Z");

/** A stretch of time: what is due after `after`, up to and including `until`. */
export interface Range {
  after: Date;
  until: Date;
}

/** A shard of the due index. */
export interface Shard {
  kind: DueKind;
  shard: number;
}

/** What a tick has to enqueue of a shard, the new first, and the cursor that it found. */
interface Open {
  ranges: Range[];
  sweeps: boolean;
  /** Whether the cursor is of a clock that was ahead. */
  isAhead: boolean;
  found: { enqueued_until: string; swept_at: string } | null;
}

/** What fell due of a shard since the last tick, and now and then what was enqueued but never done. */
export async function readCursor({ kind, shard }: Shard, now: Date): Promise<Open> {
  const until = secondsFrom(now, -INDEX_LAG_SECONDS);
  const { data: found } = await ScheduleCursor.get({ kind, shard }).go({ consistent: true });
  const before = found ? new Date(found.enqueued_until) : EPOCH;
  const isAhead = before > secondsFrom(now, CLOCK_SKEW_SECONDS);
  if (before >= until && !isAhead) return { ranges: [], sweeps: false, isAhead, found };
  const sweeps = !found || isLongAgo(found.swept_at, { kind, now });
  const fresh = { after: before < until ? before : EPOCH, until };
  const overdue = {
    after: EPOCH,
    until: earlier(fresh.after, secondsFrom(now, -OVERDUE_SECONDS[kind])),
  };
  // What was done by the clock that was ahead is due after the time that it showed.
  const ahead = isAhead ? [{ after: before, until: NEVER }] : [];
  return { ranges: [fresh, ...ahead, ...(sweeps ? [overdue] : [])], sweeps, isAhead, found };
}

/**
 * Notes that all that fell due of a shard until then was enqueued. After the messages were sent:
 * whoever is killed in between enqueues it again, which changes nothing. Of two ticks at once, one
 * is too late.
 */
export async function moveCursor(
  { kind, shard }: Shard,
  { found, sweeps }: Pick<Open, "found" | "sweeps">,
  { now, until }: { now: Date; until?: Date },
) {
  const next = {
    enqueued_until: timestamp(until ?? secondsFrom(now, -INDEX_LAG_SECONDS)),
    swept_at: sweeps || !found ? timestamp(now) : found.swept_at,
  };
  await writeIfTrue(() =>
    found
      ? ScheduleCursor.patch({ kind, shard })
          .set(next)
          .where(({ enqueued_until }, { eq }) => eq(enqueued_until, found.enqueued_until))
          .go()
      : ScheduleCursor.create({ kind, shard, ...next }).go(),
  );
}

/** The overdue ones are looked for as often as they could have become overdue. */
function isLongAgo(sweptAt: string, { kind, now }: { kind: DueKind; now: Date }): boolean {
  return Math.abs(now.getTime() - Date.parse(sweptAt)) >= OVERDUE_SECONDS[kind] * 1000;
}

function earlier(one: Date, other: Date): Date {
  return one < other ? one : other;
}

function secondsFrom(date: Date, seconds: number): Date {
  return new Date(Math.floor(date.getTime() / 1000) * 1000 + seconds * 1000);
}
