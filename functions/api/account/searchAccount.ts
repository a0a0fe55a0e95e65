import * as z from "zod/mini";
import { described } from "../../../shared/fields/described.ts";
import { text } from "../../../shared/fields/fields.ts";
import { endpoint } from "../../../shared/http/endpoint.ts";
import { continued, encodeCursor, encodedCursorQuery } from "../../../shared/http/pagination.ts";
import { type Hit, search } from "../../../shared/lists/search.ts";
import type { searchHitSchema } from "./accountSchemas.ts";

const kinds = ["user", "business", "website"] as const;

export const searchAccount = endpoint({
  query: z.object({
    q: described(text("q"), "How a word of a name, e-mail address or host name begins.", "bakery"),
    ...encodedCursorQuery,
  }),
  async answer({ reseller_uuid, query, event }) {
    const slice = { after: query.cursor, limit: query.per_page };
    const { hits, next } = await search(reseller_uuid, { text: query.q, kinds }, slice);
    return continued(event, query, {
      records: hits.map(presentHit),
      next: next && encodeCursor(next),
    });
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
