import { Entity } from "electrodb";
import { tableConfiguration } from "../table.ts";
import { text } from "./attributes.ts";
import { checkKinds } from "./check.ts";
import { key } from "./key.ts";

/** Up to when the checks of a shard that fell due were handed out, and when the overdue ones were. */
export const ScheduleCursor = new Entity(
  {
    model: { service: "monitoring", entity: "scheduleCursor", version: "1" },
    attributes: {
      kind: { type: checkKinds, required: true },
      shard: { type: "number", required: true },
      handed_out_until: text,
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
