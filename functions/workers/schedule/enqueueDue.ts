import { MAINTENANCE_SHARDS } from "../../../shared/entities/maintenance.ts";
import type { DueKind } from "../../../shared/entities/scheduleCursor.ts";
import { HEALTH_SHARDS } from "../../../shared/entities/webhook.ts";
import { requireEnv } from "../../../shared/platform/env.ts";
import { sendMessages } from "../../../shared/platform/queues/sendMessages.ts";
import { queryIndex } from "../../../shared/platform/table/queryIndex.ts";
import { timestamp } from "../../../shared/platform/time.ts";
import { REPORT_SHARDS } from "../../../shared/reports/mailTimes.ts";
import { type DueCheck, SHARDS } from "../../../shared/uptime/audits.ts";
import { moveCursor, readRange, type Shard } from "./cursor.ts";

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

/**
 * Enqueues what fell due in a shard since the last tick, and now and then all that is due. Returns how many. The cursor
 * moves with each page, so that a tick that is cut off is continued by the next one.
 */
export async function enqueueDue({ now, ...shard }: Shard & { now: Date }): Promise<number> {
  const { field, fairTo = "reseller_uuid", queue } = schedulables[shard.kind];
  const range = await readRange(shard, now);
  const { after, until } = range;
  if (after >= until) return 0;
  const between = [secondAfter(after), secondAfter(until)] as const;
  const partition = `due#${shard.kind}#${shard.shard}`;
  const pages = queryIndex({ index: "gsi1", partition, between });
  let count = 0;
  let { cursor } = range;
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
    // If nothing was due, the next tick can start from where this one did.
    if (!last && !range.swept_at) continue;
    // The next page may begin within the same second.
    const reached = LastEvaluatedKey && last ? Date.parse(last.due_at) - 1000 : until.getTime();
    const start = new Date(Math.max(after.getTime(), reached));
    const moved = await moveCursor(shard, { ...range, cursor }, start);
    if (moved === undefined) break;
    cursor = moved;
  }
  return count;
}

/** The key of the due index after everything of a second, whose keys continue with "#". */
function secondAfter(date: Date): string {
  return timestamp(new Date(date.getTime() + 1000));
}
