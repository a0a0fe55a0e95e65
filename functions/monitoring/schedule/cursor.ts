import { type DueKind, ScheduleCursor } from "../../../shared/entities/scheduleCursor.ts";
import { CLOCK_SKEW_SECONDS } from "../../../shared/queues/atDoor.ts";
import { writeIfTrue } from "../../../shared/table/transact.ts";
import { timestamp } from "../../../shared/time.ts";

/** The index may show a change this much later than it was made. */
const INDEX_LAG_SECONDS = 5;
/** Work that is this late was lost. */
const OVERDUE_SECONDS: Record<DueKind, number> = { uptime: 600, audit: 7200, lane: 600 };
const EPOCH = new Date(0);

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

/** What a tick has to enqueue of a shard, new work first, and the cursor that it found. */
interface Open {
  ranges: Range[];
  sweeps: boolean;
  found: { enqueued_until: string; swept_at: string } | null;
}

/** What fell due of a shard since the last tick, and from time to time what was enqueued but never done. */
export async function readCursor({ kind, shard }: Shard, now: Date): Promise<Open> {
  const until = secondsFrom(now, -INDEX_LAG_SECONDS);
  const { data: found } = await ScheduleCursor.get({ kind, shard }).go({ consistent: true });
  const before = new Date(enqueuedUntil(found, now.getTime() / 1000) * 1000);
  if (before >= until) return { ranges: [], sweeps: false, found };
  const sweeps = !found || isLongAgo(found.swept_at, { kind, now });
  const fresh = { after: before, until };
  const overdue = {
    after: EPOCH,
    until: earlier(fresh.after, secondsFrom(now, -OVERDUE_SECONDS[kind])),
  };
  return { ranges: [fresh, ...(sweeps ? [overdue] : [])], sweeps, found };
}

/**
 * Up to when a cursor says that everything was enqueued, in seconds since 1970. A cursor that is more than
 * a minute later than `latest` counts as 0: otherwise a schedule whose clock was wrong once would stop
 * all checks.
 */
export function enqueuedUntil(cursor: { enqueued_until: string } | null, latest: number): number {
  const until = cursor ? Date.parse(cursor.enqueued_until) / 1000 : 0;
  return until > latest + CLOCK_SKEW_SECONDS ? 0 : until;
}

/**
 * Notes up to when everything of a shard was enqueued, once the messages were sent: a tick that is killed
 * in between enqueues it again, which changes nothing. Of two ticks at once, one moves the cursor.
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

/** Overdue checks are looked for as often as they could have become overdue. */
function isLongAgo(sweptAt: string, { kind, now }: { kind: DueKind; now: Date }): boolean {
  return Math.abs(now.getTime() - Date.parse(sweptAt)) >= OVERDUE_SECONDS[kind] * 1000;
}

function earlier(one: Date, other: Date): Date {
  return one < other ? one : other;
}

function secondsFrom(date: Date, seconds: number): Date {
  return new Date(Math.floor(date.getTime() / 1000) * 1000 + seconds * 1000);
}
