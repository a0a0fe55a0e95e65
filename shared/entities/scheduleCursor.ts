import { CustomAttributeType } from "electrodb";
import { entity, primary, text } from "../platform/table/entity.ts";
import { timestamp } from "../platform/time.ts";

/** Nothing was enqueued so far. */
const EPOCH = timestamp(new Date(0));

/** The kinds of work in the due index: audits, webhooks with pending deliveries, reports by mail, maintenance windows, alerts. */
export const dueKinds = ["audit", "webhook", "report", "maintenance", "alert"] as const;
export type DueKind = (typeof dueKinds)[number];

/** The due index spreads audits, webhooks and reports over this many keys, so that no key takes all writes. */
export const DUE_SHARDS = 4;

/** The shard of what has a uuid, whose end is random. */
export function dueShard(uuid: string): number {
  return Number.parseInt(uuid.slice(-4), 16) % DUE_SHARDS;
}

/** The key of the cursor that says when the schedule last ran, for `GET /health`. */
export const TICK = { kind: "tick", shard: 0 } as const;

/**
 * The time up to which due work of a shard was enqueued. Each interval of rounds has a cursor, with its minutes as the
 * shard and the depths of its buckets. What happens once a night has one, and so has the run of every minute (`tick`).
 */
export const ScheduleCursor = entity(
  "scheduleCursor",
  {
    kind: { type: [...dueKinds, "round", "night", "tick"] as const, required: true },
    shard: { type: "number", required: true },
    enqueued_until: { ...text, default: EPOCH },
    /**
     * Of an interval: by depth, since when it was in use, in seconds since 1970. The last one is in use now, and
     * divides the interval's websites into 2 to the power of the depth.
     */
    since: { type: CustomAttributeType<number[]>("any") },
  },
  {
    ofKind: primary("schedule#${kind}", "shard#${shard}"),
  },
);
