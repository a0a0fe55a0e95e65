import { Entity } from "electrodb";
import { tableConfiguration } from "../table.ts";
import { text } from "./attributes.ts";
import { key } from "./key.ts";

/** When the last turn was taken of something that all functions together may do only so often. */
export const Turn = new Entity(
  {
    model: { service: "monitoring", entity: "turn", version: "1" },
    attributes: {
      name: text,
      /** Milliseconds since 1970; may lie in the future, for one that waits. */
      taken_at: { type: "number", required: true },
    },
    indexes: {
      byName: {
        pk: key("pk", "turn#${name}", ["name"]),
        sk: key("sk", "turn", []),
      },
    },
  },
  tableConfiguration,
);
