import { Entity } from "electrodb";
import { key, tableConfiguration, text } from "../table/entity.ts";

/** Paces requests that all functions together may make only at a limited rate: the last slot taken. */
export const PaceSlot = new Entity(
  {
    model: { service: "monitoring", entity: "paceSlot", version: "1" },
    attributes: {
      name: text,
      /** Milliseconds since 1970. A slot in the future belongs to a request that is waiting. */
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
