import { SHARDS } from "../../shared/checks/schedule.ts";
import { type DueKind, dueKinds } from "../../shared/entities/scheduleCursor.ts";
import { requireEnv } from "../../shared/env.ts";
import { log } from "../../shared/log.ts";
import { sendMessages } from "../../shared/queues/sendMessages.ts";
import { timestamp } from "../../shared/time.ts";
import { type Due, schedulables } from "./due.ts";
import { moveCursor } from "./moveCursor.ts";

/** Every minute: enqueues the checks and the webhooks' lanes that fell due for their workers. */
export async function handler(): Promise<void> {
  const now = new Date();
  for (const kind of dueKinds) {
    const shards = Array.from({ length: SHARDS }, (_, shard) => shard);
    const counts = await Promise.all(shards.map((shard) => enqueueDue({ kind, shard, now })));
    const enqueued = counts.reduce((sum, count) => sum + count, 0);
    log("info", "schedule", { kind, enqueued });
  }
}

/**
 * Enqueues what fell due of a shard since the last time, and now and then what was enqueued but
 * never done. Returns how many.
 */
export async function enqueueDue(shard: {
  kind: DueKind;
  shard: number;
  now: Date;
}): Promise<number> {
  const ranges = await moveCursor(shard);
  let count = 0;
  for (const range of ranges) count += await enqueue(shard, range);
  return count;
}

async function enqueue(
  { kind, shard }: { kind: DueKind; shard: number },
  { after, until }: { after: Date; until: Date },
): Promise<number> {
  const { find, queue, field, perMessage } = schedulables[kind];
  // The key goes on with "#": all of the last second is before the next one.
  const [from, to] = [secondAfter(after), secondAfter(until)];
  let count = 0;
  let cursor: string | null = null;
  do {
    const found = await find({ shard, from, to, cursor });
    const messages = inGroups(found.data, perMessage).map((due) => ({ [field]: due }));
    await sendMessages(requireEnv(queue), messages, resellerOf);
    count += found.data.length;
    cursor = found.cursor;
  } while (cursor);
  return count;
}

function inGroups(due: Due[], size: number): Due[][] {
  return Array.from({ length: Math.ceil(due.length / size) }, (_, index) =>
    due.slice(index * size, (index + 1) * size),
  );
}

/** The reseller whose websites or webhooks a message names, where they are all of one. */
function resellerOf(message: Record<string, Due[]>): string | undefined {
  const due = Object.values(message).flat();
  const [first] = due;
  const isOfOne = due.every(({ reseller_uuid }) => reseller_uuid === first?.reseller_uuid);
  return isOfOne ? first?.reseller_uuid : undefined;
}

function secondAfter(date: Date): string {
  return timestamp(new Date(date.getTime() + 1000));
}
