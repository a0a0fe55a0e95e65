import { CustomAttributeType, Entity } from "electrodb";
import { key, tableConfiguration, text } from "../platform/table/entity.ts";

/** A copy of a record at its place in a list (`shared/lists`), so that a page is read in one query. */
export const ListEntry = new Entity(
  {
    model: { service: "monitoring", entity: "listEntry", version: "1" },
    attributes: {
      reseller_uuid: text,
      list: text,
      sequence: { type: "number", required: true, padding: { length: 10, char: "0" } },
      record: { type: CustomAttributeType<Record<string, unknown>>("any"), required: true },
    },
    indexes: {
      inOrder: {
        pk: key("pk", "reseller#${reseller_uuid}#${list}", ["reseller_uuid", "list"]),
        sk: key("sk", "entry#${sequence}", ["sequence"]),
      },
    },
  },
  tableConfiguration,
);
