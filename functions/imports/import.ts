import type * as z from "zod/mini";
import { Import, type ImportRecord, type ImportState } from "../../shared/entities/import.ts";
import { RecordNotFound } from "../../shared/errors.ts";
import { signUrl } from "../../shared/files/signUrl.ts";
import type { OwnedKey } from "../../shared/table/entity.ts";
import { timestamp } from "../../shared/time.ts";
import type { importSchema } from "./importSchemas.ts";

type Shown = z.output<typeof importSchema>;

/** How long a file can be uploaded: not longer than the credentials of a function are valid. */
const UPLOAD_SECONDS = 3600;

/** The states in which the file may be replaced. */
const REPLACEABLE: ImportState[] = ["awaiting_upload", "checked", "failed"];

/** Reads an import; throws RecordNotFound. */
export async function getImport({ reseller_uuid, uuid }: OwnedKey): Promise<ImportRecord> {
  const { data } = await Import.get({ reseller_uuid, uuid }).go({ consistent: true });
  if (!data || data.expires_epoch * 1000 <= Date.now()) throw new RecordNotFound("imports");
  return data;
}

/** The key of an import's file in the bucket. */
export function fileOf({ uuid }: Pick<ImportRecord, "uuid">): string {
  return `imports/${uuid}`;
}

/** An import as the API shows it, but for the URL of its upload, which is a secret. */
export function presentImport(found: ImportRecord): Shown {
  return {
    uuid: found.uuid,
    state: found.state,
    rows_total: found.rows_total ?? null,
    rows_done: found.rows_done,
    rows_faulty: found.faults.reduce((sum, faulty) => sum + faulty, 0),
    error: found.error || null,
    upload_url: null,
    upload_until: null,
    started_at: found.started_at ?? null,
    finished_at: found.finished_at || null,
    created_at: found.created_at,
  };
}

/** The import with the URL to upload its file. The URL stays the same, so that a retry gets the same answer. */
export async function withUpload(shown: Shown): Promise<Shown> {
  const from = new Date(shown.created_at);
  const until = new Date(from.getTime() + UPLOAD_SECONDS * 1000);
  if (!REPLACEABLE.includes(shown.state) || until.getTime() <= Date.now()) return shown;
  const key = fileOf(shown);
  const upload_url = await signUrl({ method: "PUT", key, seconds: UPLOAD_SECONDS, from });
  return { ...shown, upload_url, upload_until: timestamp(until) };
}
