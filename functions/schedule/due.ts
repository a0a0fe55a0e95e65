import type { DueCheck } from "../../shared/checks/findChecks.ts";
import { PUT_OFF_SHARD, SHARDS, SLOW_SHARD } from "../../shared/checks/schedule.ts";
import { Check, type CheckKind } from "../../shared/entities/check.ts";
import { DeliveryLane } from "../../shared/entities/deliveryLane.ts";
import type { DueKind } from "../../shared/entities/scheduleCursor.ts";

/** A check or a lane that is due: by the uuid of its website or webhook. */
export type Due = DueCheck;

/** A page of the due index, of one shard: what is due between two times, the first of it first. */
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
  /** Shards beside the usual ones: whose queue is another, and whether its messages come first there. */
  beside?: Record<number, { queue: string; is_first?: true }>;
  /** What a message calls them, and how many of one reseller it names. */
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

/** Few websites a message, since many messages are a call of the uptime worker; an audit takes one. */
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
    // A call lasts as long as its slowest, so that no message may come beside those of others.
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
