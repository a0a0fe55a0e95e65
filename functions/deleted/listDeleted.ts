import * as z from "zod/mini";
import { restorableKinds } from "../../shared/entities/deleted.ts";
import { described } from "../../shared/fields/described.ts";
import { endpoint } from "../../shared/http/endpoint.ts";
import { offsetOf, pageQuery, paginated } from "../../shared/http/pagination.ts";
import { oneOf } from "../../shared/http/validationErrors.ts";
import { presentDeleted } from "./deleted.ts";
import { readPageOfDeleted } from "./findDeleted.ts";

export const listDeleted = endpoint({
  query: z.object({
    type: described(
      z.optional(oneOf("Type", restorableKinds)),
      "Only records of this kind.",
      "website",
    ),
    ...pageQuery,
  }),
  async answer({ reseller_uuid, query, event }) {
    const { type: kind } = query;
    const { records, total } = await readPageOfDeleted(reseller_uuid, { kind, ...offsetOf(query) });
    return paginated(event, query, { records: records.map(presentDeleted), total });
  },
});
