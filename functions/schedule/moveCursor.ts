import { type DueKind, ScheduleCursor } from "../../shared/entities/scheduleCursor.ts";
import { writeIfTrue } from "../../shared/table/transact.ts";
import { timestamp } from "../../shared/time.ts";

/** The index may show a change this much later than it was made. */
const INDEX_LAG_SECONDS = 5;
/** What is this late was lost by its worker, or before it came to one. */
const OVERDUE_SECONDS: Record<DueKind, number> = { uptime: 600, audit: 7200, lane: 600 };
/** A cursor further in the future than this was set by a clock that was wrong. */
const CLOCK_SKEW_SECONDS = 60;
const EPOCH = new Date(0);

/** A stretch of time: what is due after `after`, up to and including `until`. */
interface Range {
  after: Date;
  until: Date;
}

/**
 * Moves the cursor of a shard to now, and returns what the caller has to enqueue for it. Of two
 * that do it at once, one gets nothing: what falls due is enqueued once.
 */
export async function moveCursor({
  kind,
  shard,
  now,
}: {
  kind: DueKind;
  shard: number;
  now: Date;
}): Promise<Range[]> {
  const until = secondsFrom(now, -INDEX_LAG_SECONDS);
  const { data: cursor } = await ScheduleCursor.get({ kind, shard }).go({ consistent: true });
  const before = cursor ? new Date(cursor.enqueued_until) : EPOCH;
  if (before >= until && before <= secondsFrom(now, CLOCK_SKEW_SECONDS)) return [];
  const sweeps = !cursor || isLongAgo(cursor.swept_at, { kind, now });
  const next = {
    enqueued_until: timestamp(until),
    swept_at: sweeps || !cursor ? timestamp(now) : cursor.swept_at,
  };
  const moved = await writeIfTrue(() =>
    cursor
      ? ScheduleCursor.patch({ kind, shard })
          .set(next)
          .where(({ enqueued_until }, { eq }) => eq(enqueued_until, cursor.enqueued_until))
          .go()
      : ScheduleCursor.create({ kind, shard, ...next }).go(),
  );
  if (!moved) return [];
  const fresh = { after: before < until ? before : EPOCH, until };
  const overdue = {
    after: EPOCH,
    until: earlier(fresh.after, secondsFrom(now, -OVERDUE_SECONDS[kind])),
  };
  return sweeps ? [fresh, overdue] : [fresh];
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
