import type { DeletedRecord } from "../../../shared/entities/deleted.ts";
import { doneOf } from "../../../shared/http/envelopes.ts";
import { postEndpoint } from "../../../shared/http/postEndpoint.ts";
import { done } from "../../../shared/http/responses.ts";
import { TooManyRequests } from "../../../shared/platform/errors.ts";
import { presentDeleted } from "./deleted.ts";
import { deletedSchema } from "./deletedSchemas.ts";
import { restore } from "./restore.ts";

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
    const key = { reseller_uuid, uuid };
    const also = (deleted: DeletedRecord) => {
      assertRested(deleted);
      return keep(answerOf(deleted));
    };
    return answerOf(await restore(key, also));
  },
});

const HOUR_SECONDS = 3600;

/**
 * Throws TooManyRequests for a record that was restored within the hour: a request costs the same however much
 * comes back with the record.
 */
function assertRested({ restored_at }: DeletedRecord) {
  if (restored_at === undefined) return;
  const seconds = HOUR_SECONDS - (Date.now() - Date.parse(restored_at)) / 1000;
  if (seconds <= 0) return;
  throw new TooManyRequests("The record was restored within the hour", seconds);
}

function answerOf(deleted: DeletedRecord) {
  const { type, ...data } = presentDeleted(deleted);
  return done(`${type.charAt(0).toUpperCase()}${type.slice(1)} restored`, { type, ...data });
}
