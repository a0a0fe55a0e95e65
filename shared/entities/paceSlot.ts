import { Entity } from "electrodb";
import { key, tableConfiguration, text } from "../table/entity.ts";

/** When the last slot was taken of something that all functions together may do only so often. */
export const PaceSlot = new Entity(
  {
    model: { service: "monitoring", entity: "paceSlot", version: "1" },
    attributes: {
      name: text,
      /** Milliseconds since 1970; may lie in the future, for one that waits. */
      taken_at: { type: "number", required: true },
    },
    indexes: {
      byName: {
        pk: key("pk", "paceSlot#${name}", ["name"]),
        sk: key("sk", "paceSlot", []),
      },
    },
  },
  tableConfiguration,
);
