import type { DescriptionsOf } from "../../../shared/http/description.ts";
import { cursorPageOf, doneOf } from "../../../shared/http/envelopes.ts";
import { deletedSchema } from "./deletedSchemas.ts";

/** The texts and answers of these endpoints in the API's description. No function loads this file. */
export const description = {
  "GET /v1/account/deleted": {
    id: "listDeleted",
    summary: "List what you have deleted",
    details:
      "What was deleted in the last seven days and can be restored, newest first. What was deleted with a record, such as the websites of a business, is restored with it and not listed. A deletion appears within seconds. A page may have fewer records than `per_page`: what was restored in the meantime is left out.",
    response: cursorPageOf(deletedSchema),
  },
  "POST /v1/account/deleted/{deletion_uuid}/restore": {
    id: "restoreDeleted",
    summary: "Restore a deleted record",
    details:
      "The record keeps its `uuid` and comes last in its list; a webhook is where it was. What was deleted with it follows within seconds, or minutes if it is much, and does not count against limits. 422 if the account or list is full (rule `max`), if the record that it belonged to does not exist (`exists`), or if another user has the e-mail address now (`unique`). 429 if the record was restored within the hour.",
    refuses: true,
    response: doneOf("User restored", deletedSchema),
  },
} as const satisfies DescriptionsOf<"deleted">;
