import * as z from "zod/mini";
import { readPageOfDeleted } from "../../../shared/customers/findDeleted.ts";
import {
  type DeletedRecord,
  type RestorableKind,
  restorableKinds,
} from "../../../shared/entities/deleted.ts";
import { optional } from "../../../shared/fields/described.ts";
import { oneOf } from "../../../shared/fields/validationErrors.ts";
import { endpoint } from "../../../shared/http/endpoint.ts";
import { cursorPageOf, doneOf } from "../../../shared/http/envelopes.ts";
import { continued, cursorQuery } from "../../../shared/http/pagination.ts";
import { postEndpoint } from "../../../shared/http/postEndpoint.ts";
import { done } from "../../../shared/http/responses.ts";
import { assertPauseOver } from "../../../shared/limits/pause.ts";
import { deletedSchema } from "./accountSchemas.ts";
import { restore } from "./restore.ts";

/** A deleted record as the API shows it. */
function presentDeleted(deleted: DeletedRecord): z.output<typeof deletedSchema> {
  const { uuid, kind, record = {}, deleted_at } = deleted;
  const { hostname, email, endpoint, name, user_uuid, business_uuid } = record as Record<
    string,
    string | undefined
  >;
  return {
    uuid,
    // Checks are not in this place.
    type: kind as RestorableKind,
    name: hostname ?? email ?? endpoint ?? name ?? "",
    user_uuid: user_uuid ?? null,
    business_uuid: business_uuid ?? null,
    deleted_at,
  };
}

export const listDeleted = endpoint({
  route: "GET /v1/account/deleted",
  id: "listDeleted",
  summary: "List what you have deleted",
  details:
    "What was deleted in the last seven days and can be restored, newest first. What was deleted with a record, such as the websites of a business, is restored with it and not listed. A deletion appears within seconds. A page may have fewer records than `per_page`: what was restored in the meantime is left out.",
  response: () => cursorPageOf(deletedSchema),
  isStrict: true,
  query: z.object({
    type: optional(oneOf("Type", restorableKinds), "Only records of this kind.", "website"),
    ...cursorQuery,
  }),
  async answer({ reseller_uuid, query, event }) {
    const { type: kind, cursor, per_page: limit } = query;
    const { records, next } = await readPageOfDeleted(reseller_uuid, { kind, cursor, limit });
    return continued(event, query, { records: records.map(presentDeleted), next });
  },
});

const HOUR_SECONDS = 3600;

/** Restores a deleted record at once; `functions/workers/cleanup` restores what was deleted with it. */
export const restoreDeleted = postEndpoint({
  route: "POST /v1/account/deleted/{deletion_uuid}/restore",
  id: "restoreDeleted",
  summary: "Restore a deleted record",
  details:
    "The record keeps its `uuid` and comes last in its list; a webhook is where it was. What was deleted with it follows within seconds, or minutes if it is much, and does not count against limits. 422 if the account or list is full (rule `max`), if the record that it belonged to does not exist (`exists`), or if another user has the e-mail address now (`unique`). 429 if the record was restored within the hour.",
  refuses: true,
  response: () => doneOf("User restored", deletedSchema),
  async answer({ reseller_uuid, uuid, keep }) {
    await restore({ reseller_uuid, uuid }, (deleted) => {
      // A request costs the same however much comes back with the record.
      assertPauseOver(deleted.restored_at, HOUR_SECONDS, "The record was restored within the hour");
      const data = presentDeleted(deleted);
      return keep(done(`${data.type.charAt(0).toUpperCase()}${data.type.slice(1)} restored`, data));
    });
  },
});
