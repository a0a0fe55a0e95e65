import { type DueKind, ScheduleCursor } from "../entities/scheduleCursor.ts";
import { writeIfTrue } from "../platform/table/transact.ts";
import { timestamp } from "../platform/time.ts";

/** The index may show a change this much later than it was made. */
const INDEX_LAG_SECONDS = 5;
/** Upper bound for the difference between the clocks of two ticks. */
const CLOCK_SKEW_SECONDS = 60;
/** Work that is still due after this long counts as lost, and is enqueued again. */
const OVERDUE_SECONDS: Record<DueKind, number> = {
  ...{ audit: 7200, webhook: 600, maintenance: 600, alert: 600 },
  // A report that SES refuses is tried again a few times a day.
  report: 6 * 3600,
};
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

/** The ranges of a shard that a tick has to enqueue, new work first, and the cursor that it read. */
interface Open {
  ranges: Range[];
  sweeps: boolean;
  cursor: { enqueued_until: string; swept_at: string } | null;
}

/** The key of the cursor that says when the schedule last ran. */
export const TICK = { kind: "tick", shard: 0 } as const;

/** Records that the schedule ran, for `GET /health`. */
export async function noteTick(now: Date) {
  const at = timestamp(now);
  await ScheduleCursor.put({ ...TICK, enqueued_until: at, swept_at: at }).go();
}

/** The ranges of a shard to enqueue: what fell due since the last tick, and at times what is overdue. */
export async function readCursor({ kind, shard }: Shard, now: Date): Promise<Open> {
  const until = secondsFrom(now, -INDEX_LAG_SECONDS);
  const { data: cursor } = await ScheduleCursor.get({ kind, shard }).go({ consistent: true });
  const before = new Date(enqueuedUntil(cursor, now.getTime() / 1000) * 1000);
  if (before >= until) return { ranges: [], sweeps: false, cursor };
  const sweeps = !cursor || isLongAgo(cursor.swept_at, { kind, now });
  const fresh = { after: before, until };
  const overdue = {
    after: EPOCH,
    until: earlier(fresh.after, secondsFrom(now, -OVERDUE_SECONDS[kind])),
  };
  return { ranges: [fresh, ...(sweeps ? [overdue] : [])], sweeps, cursor };
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
 * Writes the time up to which a shard was enqueued. It is called after the messages were sent: if a tick
 * is killed in between, the next one sends them again, which changes nothing. Of two ticks at the same
 * time, one moves the cursor.
 */
export async function moveCursor(
  { kind, shard }: Shard,
  { cursor, sweeps }: Pick<Open, "cursor" | "sweeps">,
  { now, until }: { now: Date; until?: Date },
) {
  const next = {
    enqueued_until: timestamp(until ?? secondsFrom(now, -INDEX_LAG_SECONDS)),
    swept_at: sweeps || !cursor ? timestamp(now) : cursor.swept_at,
  };
  await writeIfTrue(() =>
    cursor
      ? ScheduleCursor.patch({ kind, shard })
          .set(next)
          .where(({ enqueued_until }, { eq }) => eq(enqueued_until, cursor.enqueued_until))
          .go()
      : ScheduleCursor.create({ kind, shard, ...next }).go(),
  );
}

/** Overdue work is searched for once in the time after which it counts as overdue. */
function isLongAgo(sweptAt: string, { kind, now }: { kind: DueKind; now: Date }): boolean {
  return Math.abs(now.getTime() - Date.parse(sweptAt)) >= OVERDUE_SECONDS[kind] * 1000;
}

function earlier(one: Date, other: Date): Date {
  return one < other ? one : other;
}

function secondsFrom(date: Date, seconds: number): Date {
  return new Date(Math.floor(date.getTime() / 1000) * 1000 + seconds * 1000);
}
