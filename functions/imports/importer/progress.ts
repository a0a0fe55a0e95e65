import {
  CHUNK_ROWS,
  Import,
  ImportChunk,
  type ImportRecord,
  type RowResult,
} from "../../../shared/entities/import.ts";
import { transactIfTrue, write, writeIfTrue } from "../../../shared/table/transact.ts";
import { timestamp } from "../../../shared/time.ts";

type Progress = Pick<ImportRecord, "rows_done" | "faults">;

/** Stores the results of the next chunk of rows; undefined if another worker has done so. */
export async function saveChunk(
  found: ImportRecord,
  results: RowResult[],
): Promise<Progress | undefined> {
  const { reseller_uuid, uuid, expires_epoch, rows_done, rows_total, file_version } = found;
  const progress = {
    rows_done: rows_done + results.length,
    faults: [...found.faults, results.filter(({ errors }) => errors).length],
  };
  const chunk = rows_done / CHUNK_ROWS;
  const told = JSON.stringify(results);
  const isSaved = await transactIfTrue(
    write(Import, (entity) =>
      entity
        .patch({ reseller_uuid, uuid })
        .set({ ...progress, rows_total, file_version })
        .where(
          ({ round, rows_done: done }, { eq }) =>
            `${eq(round, found.round)} AND ${eq(done, rows_done)}`,
        )
        .commit(),
    ),
    write(ImportChunk, (entity) =>
      entity.put({ reseller_uuid, uuid, chunk, results: told, expires_epoch }).commit(),
    ),
  );
  return isSaved ? progress : undefined;
}

/** Ends this round of an import, unless that has happened. */
export async function finish(
  { reseller_uuid, uuid, round, state }: ImportRecord,
  end: Pick<ImportRecord, "state" | "error">,
) {
  await writeIfTrue(() =>
    Import.patch({ reseller_uuid, uuid })
      .set({ ...end, finished_at: timestamp() })
      .where(
        (attribute, { eq }) => `${eq(attribute.round, round)} AND ${eq(attribute.state, state)}`,
      )
      .go(),
  );
}
