import { Import, type ImportRecord } from "../../shared/entities/import.ts";
import { postEndpoint } from "../../shared/http/postEndpoint.ts";
import { created } from "../../shared/http/responses.ts";
import { transact, write } from "../../shared/table/transact.ts";
import { timestamp } from "../../shared/time.ts";
import { newUuid } from "../../shared/uuid.ts";
import { presentImport, withUpload } from "./import.ts";

/** How long an import and the results of its rows are kept. */
const KEPT_SECONDS = 30 * 24 * 3600;

/** Creates an import that waits for its file. */
export const createImport = postEndpoint({
  async answer({ reseller_uuid, keep }) {
    const record: ImportRecord = {
      ...{ reseller_uuid, uuid: newUuid(), state: "awaiting_upload" },
      ...{ starts: 0, round: 0, rows_done: 0, faults: [], created_at: timestamp() },
      expires_epoch: Math.floor(Date.now() / 1000) + KEPT_SECONDS,
    };
    const kept = presentImport(record);
    await transact(
      write(Import, (entity) => entity.create(record).commit()),
      ...keep(kept),
    );
    return kept;
  },
  reveal: async (kept) => created("Import", await withUpload(kept)),
});
