import { Entity } from "electrodb";
import { key, tableConfiguration, text } from "../table/entity.ts";
import { checkKinds } from "./check.ts";

/** Up to when the checks of a shard that fell due were enqueued, and when the overdue ones were. */
export const ScheduleCursor = new Entity(
  {
    model: { service: "monitoring", entity: "scheduleCursor", version: "1" },
    attributes: {
      kind: { type: checkKinds, required: true },
      shard: { type: "number", required: true },
      /** Tables have it under this name: a cursor without it would never move again. */
      enqueued_until: { ...text, field: "handed_out_until" },
      swept_at: text,
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
