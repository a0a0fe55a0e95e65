import type { DueCheck } from "../../shared/checks/findChecks.ts";
import { SHARDS } from "../../shared/checks/schedule.ts";
import { Check, type CheckKind, checkKinds } from "../../shared/entities/check.ts";
import { requireEnv } from "../../shared/env.ts";
import { log } from "../../shared/log.ts";
import { sendMessages } from "../../shared/queues/sendMessages.ts";
import { timestamp } from "../../shared/time.ts";
import { moveCursor } from "./moveCursor.ts";

/** Every minute: enqueues the checks that fell due for their workers. */
export async function handler(): Promise<void> {
  const now = new Date();
  for (const kind of checkKinds) {
    const shards = Array.from({ length: SHARDS }, (_, shard) => shard);
    const counts = await Promise.all(shards.map((shard) => enqueueDue({ kind, shard, now })));
    const enqueued = counts.reduce((sum, count) => sum + count, 0);
    log("info", "schedule", { kind, enqueued });
  }
}

/** How many websites one message names: an uptime worker checks them at once, an audit takes one. */
const CHECKS_A_MESSAGE: Record<CheckKind, number> = { uptime: 25, audit: 1 };

/**
 * Enqueues the checks of a shard that fell due since the last time, and now and then those that
 * were enqueued but never done. Returns how many.
 */
export async function enqueueDue(shard: {
  kind: CheckKind;
  shard: number;
  now: Date;
}): Promise<number> {
  const ranges = await moveCursor(shard);
  let count = 0;
  for (const range of ranges) count += await enqueue(shard, range);
  return count;
}

async function enqueue(
  { kind, shard }: { kind: CheckKind; shard: number },
  { after, until }: { after: Date; until: Date },
): Promise<number> {
  let count = 0;
  let cursor: string | null = null;
  do {
    const found: { data: DueCheck[]; cursor: string | null } = await Check.query
      .due({ kind, shard })
      // The key goes on with "#": all of the last second is before the next one.
      .between({ due_at: secondAfter(after) }, { due_at: secondAfter(until) })
      .go({ cursor, attributes: ["reseller_uuid", "uuid", "due_at"] });
    await sendMessages(queueOf(kind), inMessages(kind, found.data), resellerOf);
    count += found.data.length;
    cursor = found.cursor;
  } while (cursor);
  return count;
}

function inMessages(kind: CheckKind, checks: DueCheck[]): { checks: DueCheck[] }[] {
  const size = CHECKS_A_MESSAGE[kind];
  return Array.from({ length: Math.ceil(checks.length / size) }, (_, index) => ({
    checks: checks.slice(index * size, (index + 1) * size),
  }));
}

/** The reseller whose checks a message names, where they are all of one. */
function resellerOf({ checks }: { checks: DueCheck[] }): string | undefined {
  const [first] = checks;
  const isOfOne = checks.every(({ reseller_uuid }) => reseller_uuid === first?.reseller_uuid);
  return isOfOne ? first?.reseller_uuid : undefined;
}

function queueOf(kind: CheckKind): string {
  return requireEnv(kind === "uptime" ? "UPTIME_QUEUE_URL" : "AUDIT_QUEUE_URL");
}

function secondAfter(date: Date): string {
  return timestamp(new Date(date.getTime() + 1000));
}
