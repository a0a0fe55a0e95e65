import { DUE_SHARDS, type DueKind } from "../../../shared/entities/scheduleCursor.ts";
import { requireEnv } from "../../../shared/platform/env.ts";
import { sendMessages } from "../../../shared/platform/queues/sendMessages.ts";
import { queryIndex } from "../../../shared/platform/table/queryIndex.ts";
import { timestamp } from "../../../shared/platform/time.ts";
import type { DueCheck } from "../../../shared/uptime/audits.ts";
import { readCursor, writeCursor } from "./cursor.ts";

/** What is due, named by the uuid of its website, webhook, user or reseller. */
type Due = DueCheck;
type Stored = Omit<Due, "uuid"> & Partial<Pick<Due, "uuid">>;

type Field = "checks" | "webhooks" | "reports" | "maintenance" | "alerts";

/** The index may show a change this much later than it was made. */
const INDEX_LAG_SECONDS = 5;
/** How long a sweep lasts. Ticks come once a minute, so at least one falls into it. */
const SWEEP_SECONDS = 120;

/** How due work of a kind is enqueued for its worker. */
interface Schedulable {
  /** The variable with the URL of its worker's queue. */
  queue: string;
  /** `DUE_SHARDS` by default. */
  shards?: number;
  /** The name of the list in a message. */
  field: Field;
  /** The owner of a message for SQS's fair queues; the reseller by default. */
  fairTo?: "uuid";
  /**
   * How often a shard is swept: all that is due is enqueued again, because a message may be lost. A second message for
   * work that is under way changes nothing. 10 minutes by default.
   */
  sweepMinutes?: number;
}

const schedulables: Record<DueKind, Schedulable> = {
  audit: { queue: "AUDIT_QUEUE_URL", field: "checks", sweepMinutes: 120 },
  webhook: { queue: "RETRIES_QUEUE_URL", field: "webhooks", fairTo: "uuid" },
  // A report that SES refuses is tried again a few times a day.
  report: { queue: "MAIL_QUEUE_URL", field: "reports", sweepMinutes: 360 },
  maintenance: { queue: "SUBSCRIPTIONS_QUEUE_URL", shards: 1, field: "maintenance" },
  alert: { queue: "MAIL_QUEUE_URL", shards: 1, field: "alerts" },
};

/** All shards of a kind. */
export function shardsOf(kind: DueKind): number[] {
  return [...Array(schedulables[kind].shards ?? DUE_SHARDS).keys()];
}

/**
 * Enqueues what fell due in a shard since the last tick, and now and then all that is due. Returns how many. The cursor
 * moves with each page, so that a tick that is cut off is continued by the next one.
 */
export async function enqueueDue({
  kind,
  shard,
  now,
}: {
  kind: DueKind;
  shard: number;
  now: Date;
}): Promise<number> {
  const { field, fairTo = "reseller_uuid", queue, sweepMinutes = 10 } = schedulables[kind];
  const until = Math.floor(now.getTime() / 1000) - INDEX_LAG_SECONDS;
  const isSweep = until % (sweepMinutes * 60) < SWEEP_SECONDS;
  const cursor = await readCursor({ kind, shard });
  // A cursor that is ahead is of a clock that was wrong.
  const after = isSweep || cursor > until ? 0 : cursor;
  const between = [secondAfter(after), secondAfter(until)] as const;
  const pages = queryIndex({ index: "gsi1", partition: `due#${kind}#${shard}`, between });
  let count = 0;
  for await (const { Items = [], LastEvaluatedKey } of pages) {
    const due = (Items as Stored[]).map(
      ({ reseller_uuid, uuid = reseller_uuid, due_at }): Due => ({ reseller_uuid, uuid, due_at }),
    );
    // One reseller's many checks, or one endpoint that does not answer, don't delay the others.
    await sendMessages(
      requireEnv(queue),
      due.map((each) => ({ message: { [field]: [each] }, group: each[fairTo] })),
    );
    count += due.length;
    const last = due.at(-1);
    // The next page may begin within the same second.
    if (LastEvaluatedKey && last)
      await writeCursor({ kind, shard }, Date.parse(last.due_at) / 1000 - 1);
  }
  // If nothing was due, the next tick can start from where this one did.
  if (count > 0) await writeCursor({ kind, shard }, until);
  return count;
}

/** The key of the due index after everything of a second, whose keys continue with "#". */
function secondAfter(seconds: number): string {
  return timestamp(new Date((seconds + 1) * 1000));
}
