import * as z from "zod/mini";
import { readPageOfDeleted } from "../../../shared/customers/findDeleted.ts";
import { restorableKinds } from "../../../shared/entities/deleted.ts";
import { described } from "../../../shared/fields/described.ts";
import { oneOf } from "../../../shared/fields/validationErrors.ts";
import { endpoint } from "../../../shared/http/endpoint.ts";
import { cursorPageOf } from "../../../shared/http/envelopes.ts";
import { continued, placeCursorQuery } from "../../../shared/http/pagination.ts";
import { presentDeleted } from "./deleted.ts";
import { deletedSchema } from "./deletedSchemas.ts";

export const listDeleted = endpoint({
  route: "GET /v1/account/deleted",
  id: "listDeleted",
  summary: "List what you have deleted",
  details:
    "What was deleted in the last seven days and can be restored, newest first. What was deleted with a record, such as the websites of a business, is restored with it and not listed. A deletion appears within seconds. A page may have fewer records than `per_page`: what was restored in the meantime is left out.",
  response: () => cursorPageOf(deletedSchema),
  isStrict: true,
  query: z.object({
    type: described(
      z.optional(oneOf("Type", restorableKinds)),
      "Only records of this kind.",
      "website",
    ),
    ...placeCursorQuery,
  }),
  async answer({ reseller_uuid, query, event }) {
    const { type: kind, cursor, per_page: limit } = query;
    const { records, next } = await readPageOfDeleted(reseller_uuid, { kind, cursor, limit });
    return continued(event, query, { records: records.map(presentDeleted), next });
  },
});
