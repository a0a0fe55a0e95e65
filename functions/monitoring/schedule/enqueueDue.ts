import { Check, type CheckKind } from "../../../shared/entities/check.ts";
import { DeliveryLane } from "../../../shared/entities/deliveryLane.ts";
import { Erasure } from "../../../shared/entities/erasure.ts";
import { MailAllowance } from "../../../shared/entities/mailAllowance.ts";
import { Offboarding } from "../../../shared/entities/offboarding.ts";
import { ReportMails } from "../../../shared/entities/reportMails.ts";
import type { DueKind } from "../../../shared/entities/scheduleCursor.ts";
import { requireEnv } from "../../../shared/env.ts";
import { sendMessages } from "../../../shared/queues/sendMessages.ts";
import { timestamp } from "../../../shared/time.ts";
import { REPORT_SHARDS } from "../../reports/mailTimes.ts";
import { PUT_OFF_SHARD, SHARDS, SLOW_SHARD } from "../dueTimes.ts";
import type { DueCheck } from "../findChecks.ts";
import { moveCursor, type Range, readCursor, type Shard } from "./cursor.ts";

/** What is due, named by the uuid of its website, webhook or user; held mails by that of their reseller. */
type Due = DueCheck;

/** A page of a shard of the due index: what is due between two times, in order of time. */
interface Page {
  data: Due[];
  cursor: string | null;
}

interface Stretch {
  shard: number;
  from: string;
  to: string;
  cursor: string | null;
}

type Field = "checks" | "lanes" | "held_mails" | "reports" | "erasures" | "offboardings";

/** How due work of a kind is found, and how it is enqueued for its worker. */
interface Schedulable {
  find(stretch: Stretch): Promise<Page>;
  /** The variable with the URL of its worker's queue. */
  queue: string;
  /** All shards but those of `beside`; 32 by default. */
  shards?: number;
  /** Further shards with another queue, and whether their messages come first there. */
  beside?: Record<number, { queue: string; is_first?: true }>;
  /** The name of the list in a message, and its greatest length; all items are of one reseller. */
  field: Field;
  perMessage: number;
}

const attributes: (keyof Due)[] = ["reseller_uuid", "uuid", "due_at"];

function checkFinder(kind: CheckKind): Schedulable["find"] {
  return async ({ shard, from, to, cursor }) =>
    await Check.query
      .due({ kind, shard })
      .between({ due_at: from }, { due_at: to })
      .go({ cursor, attributes });
}

/** A call of the uptime worker takes many messages, so that each has few websites; an audit takes one. */
const schedulables: Record<DueKind, Schedulable> = {
  uptime: {
    find: checkFinder("uptime"),
    queue: "UPTIME_QUEUE_URL",
    field: "checks",
    perMessage: 10,
  },
  audit: {
    find: checkFinder("audit"),
    queue: "AUDIT_QUEUE_URL",
    // A call lasts as long as its slowest audit, so that slow ones have another queue.
    beside: {
      [SLOW_SHARD]: { queue: "SLOW_AUDIT_QUEUE_URL" },
      [PUT_OFF_SHARD]: { queue: "SLOW_AUDIT_QUEUE_URL", is_first: true },
    },
    field: "checks",
    perMessage: 1,
  },
  lane: {
    find: async ({ shard, from, to, cursor }) =>
      await DeliveryLane.query
        .due({ shard })
        .between({ due_at: from }, { due_at: to })
        .go({ cursor, attributes }),
    queue: "LANES_QUEUE_URL",
    field: "lanes",
    perMessage: 1,
  },
  mail: {
    find: async ({ from, to, cursor }) => {
      const { data, ...page } = await MailAllowance.query
        .due({})
        .between({ due_at: from }, { due_at: to })
        .go({ cursor, attributes: ["reseller_uuid", "due_at"] });
      const named = data.map(({ reseller_uuid, due_at = from }) => ({ reseller_uuid, due_at }));
      return { ...page, data: named.map((due) => ({ ...due, uuid: due.reseller_uuid })) };
    },
    queue: "MAIL_QUEUE_URL",
    shards: 1,
    field: "held_mails",
    perMessage: 1,
  },
  report: {
    find: async ({ shard, from, to, cursor }) =>
      await ReportMails.query
        .due({ shard })
        .between({ due_at: from }, { due_at: to })
        .go({ cursor, attributes }),
    queue: "MAIL_QUEUE_URL",
    shards: REPORT_SHARDS,
    field: "reports",
    perMessage: 1,
  },
  erasure: {
    find: async ({ from, to, cursor }) =>
      await Erasure.query
        .due({})
        .between({ due_at: from }, { due_at: to })
        .go({ cursor, attributes }),
    queue: "CLEANUP_QUEUE_URL",
    shards: 1,
    field: "erasures",
    perMessage: 1,
  },
  offboarding: {
    find: async ({ from, to, cursor }) =>
      await Offboarding.query
        .due({})
        .between({ due_at: from }, { due_at: to })
        .go({ cursor, attributes }),
    queue: "CLEANUP_QUEUE_URL",
    shards: 1,
    field: "offboardings",
    perMessage: 1,
  },
};

/** All shards of a kind. */
export function shardsOf(kind: DueKind): number[] {
  const { shards = SHARDS, beside = {} } = schedulables[kind];
  return [...Array(shards).keys(), ...Object.keys(beside).map(Number)];
}

/** Whether a tick still has time. */
export type HasTime = () => boolean;

type Message = { [field in Field]?: Due[] } & { is_first?: true };

/** What was enqueued of a shard, and whether the rest was left for the next tick. */
interface Enqueued {
  count: number;
  isLeft: boolean;
}

/**
 * Enqueues, as far as the time allows, what fell due in a shard since the last tick and, now and then,
 * what is overdue.
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
  // If nothing was due, the next tick can start from where this one did.
  if (count > 0 || open.sweeps) await moveCursor(shard, open, { now });
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

/** A message names checks of one reseller, so that its slow websites do not delay those of others. */
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
