import { entity, primary, text } from "../platform/table/entity.ts";

/** One of the texts by which a record is found (`shared/lists/search.ts`). */
export const SearchEntry = entity(
  "searchEntry",
  {
    reseller_uuid: text,
    /** `website#example.com#UUID`: the scope, the folded text, and whose it is. */
    place: text,
  },
  {
    ofReseller: primary("reseller#${reseller_uuid}#search", "${place}"),
  },
);
