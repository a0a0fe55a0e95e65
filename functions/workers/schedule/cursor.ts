import { type DueKind, ScheduleCursor } from "../../../shared/entities/scheduleCursor.ts";
import { writeIfTrue } from "../../../shared/platform/table/transact.ts";
import { timestamp } from "../../../shared/platform/time.ts";

/** Upper bound for the difference between the clocks of two ticks. */
const CLOCK_SKEW_SECONDS = 60;
/** The index may show a change this much later than it was made. */
const INDEX_LAG_SECONDS = 5;
/**
 * How often a shard is swept: all that is due is enqueued again, because a message may be lost. A second message for
 * work that is under way changes nothing.
 */
const SWEEP_SECONDS: Record<DueKind, number> = {
  ...{ audit: 7200, webhook: 600, maintenance: 600, alert: 600 },
  // A report that SES refuses is tried again a few times a day.
  report: 6 * 3600,
};
const EPOCH = new Date(0);

/** A shard of the due index. */
export interface Shard {
  kind: DueKind;
  shard: number;
}

/** A cursor as it was read or written last. */
type Cursor = { enqueued_until: string; swept_at: string } | null;

/** What a tick has to enqueue of a shard: what is due after `after`, up to and including `until`. */
interface Range {
  after: Date;
  until: Date;
  cursor: Cursor;
  /** The time of this sweep, which enqueues all that is due; absent otherwise. */
  swept_at?: string;
}

/** What fell due in a shard since the last tick, or now and then all that is due. */
export async function readRange({ kind, shard }: Shard, now: Date): Promise<Range> {
  const { data: cursor } = await ScheduleCursor.get({ kind, shard }).go({ consistent: true });
  const until = new Date((Math.floor(now.getTime() / 1000) - INDEX_LAG_SECONDS) * 1000);
  const swept = cursor ? Date.parse(cursor.swept_at) : 0;
  if (Math.abs(now.getTime() - swept) >= SWEEP_SECONDS[kind] * 1000)
    return { after: EPOCH, until, cursor, swept_at: timestamp(now) };
  const after = new Date(enqueuedUntil(cursor, now.getTime() / 1000) * 1000);
  return { after, until, cursor };
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
 * Writes the time up to which a range was enqueued, and returns the cursor; undefined if another tick has moved it. It
 * is called after the messages were sent: if a tick is killed in between, the next one sends them again, which changes
 * nothing.
 */
export async function moveCursor(
  { kind, shard }: Shard,
  { cursor, swept_at = cursor?.swept_at ?? timestamp(EPOCH) }: Range,
  reached: Date,
): Promise<Cursor | undefined> {
  const next = { enqueued_until: timestamp(reached), swept_at };
  const written = await writeIfTrue(() =>
    cursor
      ? ScheduleCursor.patch({ kind, shard })
          .set(next)
          .where(({ enqueued_until }, { eq }) => eq(enqueued_until, cursor.enqueued_until))
          .go()
      : ScheduleCursor.create({ kind, shard, ...next }).go(),
  );
  return written && next;
}
