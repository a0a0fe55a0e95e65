import { Entity } from "electrodb";
import { key, tableConfiguration } from "../platform/table/entity.ts";

/** The version of stored forms that all of the table's records have at least. */
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
