import { Entity } from "electrodb";
import { key, tableConfiguration } from "../table/entity.ts";

/** In which version of the stored forms all of the table's records are, or a later one. */
export const StoredForms = new Entity(
  {
    model: { service: "monitoring", entity: "storedForms", version: "1" },
    attributes: { version: { type: "number", required: true } },
    indexes: {
      ofTable: { pk: key("pk", "table#", []), sk: key("sk", "storedForms", []) },
    },
  },
  tableConfiguration,
);
