import { MAINTENANCE_SHARDS } from "../../../shared/entities/maintenance.ts";
import type { DueKind } from "../../../shared/entities/scheduleCursor.ts";
import { HEALTH_SHARDS } from "../../../shared/entities/webhook.ts";
import { requireEnv } from "../../../shared/platform/env.ts";
import { sendMessages } from "../../../shared/platform/queues/sendMessages.ts";
import { queryIndex } from "../../../shared/platform/table/queryIndex.ts";
import { timestamp } from "../../../shared/platform/time.ts";
import { REPORT_SHARDS } from "../../../shared/reports/mailTimes.ts";
import { type DueCheck, SHARDS } from "../../../shared/uptime/audits.ts";
import { moveCursor, type Range, readRange, type Shard } from "./cursor.ts";

/** What is due, named by the uuid of its website, webhook, user or reseller. */
type Due = DueCheck;
type Stored = Omit<Due, "uuid"> & Partial<Pick<Due, "uuid">>;

type Field = "checks" | "webhooks" | "reports" | "maintenance" | "alerts";

/** How due work of a kind is enqueued for its worker. */
interface Schedulable {
  /** The variable with the URL of its worker's queue. */
  queue: string;
  /** 8 by default. */
  shards?: number;
  /** The name of the list in a message. */
  field: Field;
  /** The owner of a message for SQS's fair queues; the reseller by default. */
  fairTo?: "uuid";
}

const schedulables: Record<DueKind, Schedulable> = {
  audit: { queue: "AUDIT_QUEUE_URL", field: "checks" },
  webhook: { queue: "RETRIES_QUEUE_URL", shards: HEALTH_SHARDS, field: "webhooks", fairTo: "uuid" },
  report: { queue: "MAIL_QUEUE_URL", shards: REPORT_SHARDS, field: "reports" },
  maintenance: {
    ...{ queue: "SUBSCRIPTIONS_QUEUE_URL", shards: MAINTENANCE_SHARDS, field: "maintenance" },
  },
  alert: { queue: "MAIL_QUEUE_URL", shards: 1, field: "alerts" },
};

/** All shards of a kind. */
export function shardsOf(kind: DueKind): number[] {
  return [...Array(schedulables[kind].shards ?? SHARDS).keys()];
}

/** Whether a tick still has time. */
export type HasTime = () => boolean;

/** How many were enqueued of a shard or an interval, and how many shards or rounds are left for the next tick. */
export interface Enqueued {
  count: number;
  remaining: number;
}

/** Enqueues, as far as the time allows, what fell due in a shard since the last tick, and now and then all that is due. */
export async function enqueueDue({
  now,
  hasTime = () => true,
  ...shard
}: Shard & { now: Date; hasTime?: HasTime }): Promise<Enqueued> {
  const range = await readRange(shard, now);
  if (range.after >= range.until) return { count: 0, remaining: 0 };
  const { count, reached } = await enqueue(shard, range, hasTime);
  const isLeft = reached < range.until;
  // If nothing was due, the next tick can start from where this one did.
  if (count > 0 || (range.sweeps && !isLeft)) await moveCursor(shard, range, { now, reached });
  return { count, remaining: isLeft ? 1 : 0 };
}

/** Enqueues a range, as far as the time allows; all that is due up to `reached` was enqueued. */
async function enqueue(
  { kind, shard }: Shard,
  { after, until }: Range,
  hasTime: HasTime,
): Promise<{ count: number; reached: Date }> {
  const { field, fairTo = "reseller_uuid", queue } = schedulables[kind];
  const between = [secondAfter(after), secondAfter(until)] as const;
  const pages = queryIndex({ index: "gsi1", partition: `due#${kind}#${shard}`, between });
  let count = 0;
  let reached = after;
  while (hasTime()) {
    const { Items = [], LastEvaluatedKey } = (await pages.next()).value ?? {};
    const due = (Items as Stored[]).map(
      ({ reseller_uuid, uuid = reseller_uuid, due_at }): Due => ({ reseller_uuid, uuid, due_at }),
    );
    // One reseller's many checks, or one endpoint that does not answer, don't delay the others.
    await sendMessages(
      requireEnv(queue),
      due.map((each) => ({ message: { [field]: [each] }, group: each[fairTo] })),
    );
    count += due.length;
    if (LastEvaluatedKey === undefined) return { count, reached: until };
    // The next page may begin within the same second.
    const last = due.at(-1);
    if (last) reached = new Date(Math.max(after.getTime(), Date.parse(last.due_at) - 1000));
  }
  return { count, reached };
}

/** The key of the due index after everything of a second, whose keys continue with "#". */
function secondAfter(date: Date): string {
  return timestamp(new Date(date.getTime() + 1000));
}
