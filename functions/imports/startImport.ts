import * as z from "zod/mini";
import { noteActor } from "../../shared/auditLog/actor.ts";
import { Import, type ImportRecord } from "../../shared/entities/import.ts";
import { ValidationFailed } from "../../shared/errors.ts";
import { described } from "../../shared/fields/described.ts";
import { postEndpoint } from "../../shared/http/postEndpoint.ts";
import { done } from "../../shared/http/responses.ts";
import { retryOnConflict, transact, write } from "../../shared/table/transact.ts";
import { timestamp } from "../../shared/time.ts";
import { getImport, presentImport, withUpload } from "./import.ts";

const startBody = z.object({
  dry_run: described(
    z._default(z.boolean(), true),
    "Check all rows and create nothing; `false` creates the customers.",
  ),
});

/**
 * Has the file checked or imported. What is under way or finished is not started anew: another request only wakes
 * its worker.
 */
export const startImport = postEndpoint({
  record: "imports",
  body: startBody,
  async answer({ reseller_uuid, uuid, body, keep }) {
    const key = { reseller_uuid, uuid };
    return await retryOnConflict(async () => {
      const found = await getImport(key);
      const changed = { ...changesOf(found, body.dry_run), starts: found.starts + 1 };
      const kept = presentImport({ ...found, ...changed });
      const { starts } = found;
      await transact(
        write(Import, (entity) =>
          entity
            .patch(key)
            .set(changed)
            .where(
              (attribute, { eq }) =>
                `${eq(attribute.starts, starts)} AND ${eq(attribute.state, found.state)}`,
            )
            .commit(),
        ),
        ...keep(kept),
      );
      return kept;
    });
  },
  reveal: async (kept) => done("Import started", await withUpload(kept)),
});

/** The attributes of an import that begins, or none for one that is under way; throws ValidationFailed. */
function changesOf({ state, round }: ImportRecord, dry_run: boolean): Partial<ImportRecord> {
  if (state === (dry_run ? "checking" : "running")) return {};
  if (state === "finished" && !dry_run) return {};
  if (state === "checking" || state === "running" || state === "finished") {
    const options =
      state === "checking"
        ? "The import is being checked: start it once it is checked"
        : "The import has begun: it can't be checked any more";
    throw new ValidationFailed({ dry_run: { options } });
  }
  return {
    state: dry_run ? "checking" : "running",
    ...{ round: round + 1, rows_done: 0, faults: [] },
    ...{ started_by: noteActor(), started_at: timestamp() },
    // An empty text is no time, file or error.
    ...{ finished_at: "", error: "", ...(dry_run && { file_version: "" }) },
  };
}
