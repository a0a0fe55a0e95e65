import { Entity } from "electrodb";
import { key, tableConfiguration, text } from "../platform/table/entity.ts";

/** The kinds of work in the due index: audits, webhooks with pending deliveries, reports by mail, maintenance windows, alerts. */
export const dueKinds = ["audit", "webhook", "report", "maintenance", "alert"] as const;
export type DueKind = (typeof dueKinds)[number];

/**
 * The time up to which due work of a shard was enqueued, and when overdue work last was. Rounds have a
 * cursor for each interval, with its minutes as the shard; what happens once a night has one, and so has the run of every minute (`tick`).
 */
export const ScheduleCursor = new Entity(
  {
    model: { service: "monitoring", entity: "scheduleCursor", version: "1" },
    attributes: {
      kind: { type: [...dueKinds, "round", "night", "tick"] as const, required: true },
      shard: { type: "number", required: true },
      /** Stored tables use this name, and a cursor without it would never move again. */
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
