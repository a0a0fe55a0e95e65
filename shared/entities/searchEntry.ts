import { Entity } from "electrodb";
import { key, tableConfiguration, text } from "../platform/table/entity.ts";

/** One of the texts by which a record is found (`shared/lists/search.ts`). */
export const SearchEntry = new Entity(
  {
    model: { service: "monitoring", entity: "searchEntry", version: "1" },
    attributes: {
      reseller_uuid: text,
      /** `website#example.com#UUID`: the scope, the folded text, and whose it is. */
      place: text,
    },
    indexes: {
      ofReseller: {
        pk: key("pk", "reseller#${reseller_uuid}#search"),
        sk: key("sk", "${place}"),
      },
    },
  },
  tableConfiguration,
);
