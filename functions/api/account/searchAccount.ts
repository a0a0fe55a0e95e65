import * as z from "zod/mini";
import { described } from "../../../shared/fields/described.ts";
import { text } from "../../../shared/fields/fields.ts";
import { endpoint } from "../../../shared/http/endpoint.ts";
import { cursorPageOf } from "../../../shared/http/envelopes.ts";
import { continued, cursorQuery } from "../../../shared/http/pagination.ts";
import { type Hit, search } from "../../../shared/lists/search.ts";
import { searchHitSchema } from "./accountSchemas.ts";

const kinds = ["user", "business", "website"] as const;

export const searchAccount = endpoint({
  route: "GET /v1/account/search",
  id: "searchAccount",
  summary: "Search users, businesses and websites",
  details:
    "Finds records by how a word of their name, e-mail address or host name begins, case ignored: `bak` finds Example Bakery and `www.bakery.example.com`. A text of several words has to follow one another in the name. In the order of the words that were found. A change is found within seconds. A page may have fewer records than `per_page`, or none, before the last one.",
  response: () => cursorPageOf(searchHitSchema),
  isStrict: true,
  query: z.object({
    q: described(
      text("Search text"),
      "How a word of a name, e-mail address or host name begins.",
      "bakery",
    ),
    ...cursorQuery,
  }),
  async answer({ reseller_uuid, query, event }) {
    const slice = { after: query.cursor, limit: query.per_page };
    const { hits, next } = await search(reseller_uuid, { text: query.q, kinds }, slice);
    return continued(event, query, { records: hits.map(presentHit), next });
  },
});

function presentHit({ kind, record, text }: Hit): z.output<typeof searchHitSchema> {
  const { uuid, user_uuid, business_uuid } = record as Record<string, string | undefined>;
  return {
    kind: kind as (typeof kinds)[number],
    uuid: record.uuid,
    text,
    user_uuid: (kind === "user" ? uuid : user_uuid) ?? null,
    business_uuid: (kind === "business" ? uuid : business_uuid) ?? null,
  };
}
