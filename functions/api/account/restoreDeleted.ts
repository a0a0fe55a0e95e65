import type { DeletedRecord } from "../../../shared/entities/deleted.ts";
import { postEndpoint } from "../../../shared/http/postEndpoint.ts";
import { done } from "../../../shared/http/responses.ts";
import { TooManyRequests } from "../../../shared/platform/errors.ts";
import { presentDeleted } from "./deleted.ts";
import { restore } from "./restore.ts";

/** Restores a deleted record at once; `functions/workers/cleanup` restores what was deleted with it. */
export const restoreDeleted = postEndpoint({
  record: "deletions",
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
