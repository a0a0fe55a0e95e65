import { Entity } from "electrodb";
import { key, tableConfiguration, text } from "../table/entity.ts";
import { checkKinds } from "./check.ts";

/** What falls due by the index: checks of websites, and lanes of webhooks. */
export const dueKinds = [...checkKinds, "lane"] as const;
export type DueKind = (typeof dueKinds)[number];

/**
 * Up to when what fell due of a shard was enqueued, and when what is overdue was. Rounds have one for
 * each interval, whose minutes are its shard.
 */
export const ScheduleCursor = new Entity(
  {
    model: { service: "monitoring", entity: "scheduleCursor", version: "1" },
    attributes: {
      kind: { type: [...dueKinds, "round"] as const, required: true },
      shard: { type: "number", required: true },
      /** Tables have it under this name: a cursor without it would never move again. */
      enqueued_until: { ...text, field: "handed_out_until" },
      swept_at: text,
      /** The depth of the buckets whose rounds were enqueued. */
      depth: { type: "number" },
    },
    indexes: {
      ofShard: {
        pk: key("pk", "schedule#${kind}#${shard}", ["kind", "shard"]),
        sk: key("sk", "cursor", []),
      },
    },
  },
  tableConfiguration,
);
