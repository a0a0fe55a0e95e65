import * as z from "zod/mini";
import { readPageOfDeleted } from "../../../shared/customers/findDeleted.ts";
import { restorableKinds } from "../../../shared/entities/deleted.ts";
import { described } from "../../../shared/fields/described.ts";
import { oneOf } from "../../../shared/fields/validationErrors.ts";
import { endpoint } from "../../../shared/http/endpoint.ts";
import { continued, placeCursorQuery } from "../../../shared/http/pagination.ts";
import { presentDeleted } from "./deleted.ts";

export const listDeleted = endpoint({
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
