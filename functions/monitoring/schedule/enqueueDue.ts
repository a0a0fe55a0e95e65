import { requireEnv } from "../../../shared/env.ts";
import { sendMessages } from "../../../shared/queues/sendMessages.ts";
import { timestamp } from "../../../shared/time.ts";
import { moveCursor, type Range, readCursor, type Shard } from "./cursor.ts";
import { type Due, schedulables } from "./due.ts";

/** Whether a tick still has time. */
export type HasTime = () => boolean;

type Message = { [field in "checks" | "lanes"]?: Due[] } & { is_first?: true };

/** What was enqueued of a shard, and whether the rest was left for the next tick. */
export interface Enqueued {
  count: number;
  isLeft: boolean;
}

/**
 * Enqueues what fell due of a shard since the last time, and from time to time what was enqueued but
 * never done, as far as there is time.
 */
export async function enqueueDue({
  now,
  hasTime = () => true,
  ...shard
}: Shard & { now: Date; hasTime?: HasTime }): Promise<Enqueued> {
  const open = await readCursor(shard, now);
  let count = 0;
  for (const [index, range] of open.ranges.entries()) {
    const sent = await enqueue(shard, range, hasTime);
    count += sent.count;
    if (sent.until === undefined) continue;
    // New work comes first: the next tick need not find again what was sent of it.
    if (index === 0)
      await moveCursor(shard, { ...open, sweeps: false }, { now, until: sent.until });
    return { count, isLeft: true };
  }
  if (open.ranges.length > 0) await moveCursor(shard, open, { now });
  return { count, isLeft: false };
}

/** Enqueues a range. Without time for all of it, `until` is where it ended. */
async function enqueue(
  { kind, shard }: Shard,
  { after, until }: Range,
  hasTime: HasTime,
): Promise<{ count: number; until?: Date }> {
  const { find, field, perMessage, beside = {}, ...usual } = schedulables[kind];
  const { queue, is_first } = { is_first: undefined, ...usual, ...beside[shard] };
  const [from, to] = [secondAfter(after), secondAfter(until)];
  let count = 0;
  let cursor: string | null = null;
  let reached = after;
  do {
    if (!hasTime()) return { count, until: reached };
    const found = await find({ shard, from, to, cursor });
    const messages = byReseller(found.data, perMessage);
    await sendMessages(
      requireEnv(queue),
      messages.map((due): Message => ({ [field]: due, ...(is_first && { is_first }) })),
      // SQS's fair queues: one reseller's many checks don't delay those of the others.
      (message) => message[field]?.[0]?.reseller_uuid,
    );
    count += found.data.length;
    cursor = found.cursor;
    // The next page may begin within the same second.
    const last = found.data.at(-1);
    if (last) reached = new Date(Math.max(after.getTime(), Date.parse(last.due_at) - 1000));
  } while (cursor);
  return { count };
}

/** A message names checks of one reseller, so that its slow websites delay nobody else's. */
function byReseller(due: Due[], size: number): Due[][] {
  return [...Map.groupBy(due, ({ reseller_uuid }) => reseller_uuid).values()].flatMap((own) =>
    Array.from({ length: Math.ceil(own.length / size) }, (_, index) =>
      own.slice(index * size, (index + 1) * size),
    ),
  );
}

/** The key of the due index after everything of a second, whose keys continue with "#". */
export function secondAfter(date: Date): string {
  return timestamp(new Date(date.getTime() + 1000));
}
