import { Check, type CheckKind } from "../../../shared/entities/check.ts";
import { DeliveryLane } from "../../../shared/entities/deliveryLane.ts";
import type { DueKind } from "../../../shared/entities/scheduleCursor.ts";
import type { DueCheck } from "../findChecks.ts";
import { PUT_OFF_SHARD, SHARDS, SLOW_SHARD } from "../schedule.ts";

/** A check or a lane that is due: by the uuid of its website or webhook. */
export type Due = DueCheck;

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

/** How a kind is found, and how it is enqueued for its worker. */
interface Schedulable {
  find(stretch: Stretch): Promise<Page>;
  /** The variable with the URL of its worker's queue. */
  queue: string;
  /** Further shards with a queue of their own, and whether their messages come first there. */
  beside?: Record<number, { queue: string; is_first?: true }>;
  /** Their name in a message, and how many a message has, all of one reseller. */
  field: "checks" | "lanes";
  perMessage: number;
}

const attributes: (keyof Due)[] = ["reseller_uuid", "uuid", "due_at"];

function findChecks(kind: CheckKind): Schedulable["find"] {
  return async ({ shard, from, to, cursor }) =>
    await Check.query
      .due({ kind, shard })
      .between({ due_at: from }, { due_at: to })
      .go({ cursor, attributes });
}

/** A call of the uptime worker takes many messages, so that each has few websites; an audit takes one. */
export const schedulables: Record<DueKind, Schedulable> = {
  uptime: {
    find: findChecks("uptime"),
    queue: "UPTIME_QUEUE_URL",
    field: "checks",
    perMessage: 10,
  },
  audit: {
    find: findChecks("audit"),
    queue: "AUDIT_QUEUE_URL",
    // A call lasts as long as its slowest audit, so that slow ones have a queue of their own.
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
};

/** All shards of a kind. */
export function shardsOf(kind: DueKind): number[] {
  const { beside = {} } = schedulables[kind];
  return [...Array(SHARDS).keys(), ...Object.keys(beside).map(Number)];
}
