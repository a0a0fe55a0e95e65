import * as z from "zod/mini";
import {
  CHUNK_ROWS,
  ImportChunk,
  type ImportChunkRecord,
  type ImportRecord,
  type RowResult,
} from "../../shared/entities/import.ts";
import { described } from "../../shared/fields/described.ts";
import { endpoint } from "../../shared/http/endpoint.ts";
import { offsetOf, pageQuery, paginated } from "../../shared/http/pagination.ts";
import { oneOf } from "../../shared/http/validationErrors.ts";
import { batchGet, lookup } from "../../shared/table/batch.ts";
import { getImport } from "./import.ts";

const statuses = ["valid", "faulty"] as const;
type Status = (typeof statuses)[number] | undefined;

export const listImportRows = endpoint({
  record: "imports",
  query: z.object({
    status: described(z.optional(oneOf("Status", statuses)), "Only such rows.", "faulty"),
    ...pageQuery,
  }),
  async answer({ reseller_uuid, uuid, query, event }) {
    const found = await getImport({ reseller_uuid, uuid });
    const counts = countsOf(found, query.status);
    const total = counts.reduce((sum, count) => sum + count, 0);
    const { offset, limit } = offsetOf(query);
    const { chunks, skipped } = chunksOf(counts, { offset, limit });
    const results = await readResults(found, chunks);
    const records = results
      .filter(({ errors }) => !query.status || (query.status === "faulty") === Boolean(errors))
      .slice(offset - skipped, offset - skipped + limit)
      .map(presentRow);
    return paginated(event, query, { records, total });
  },
});

/** How many rows of the status each chunk has. */
function countsOf({ faults, rows_done }: ImportRecord, status: Status): number[] {
  return faults.map((faulty, chunk) => {
    const rows = Math.min(CHUNK_ROWS, rows_done - chunk * CHUNK_ROWS);
    if (status === undefined) return rows;
    return status === "faulty" ? faulty : rows - faulty;
  });
}

/** The chunks that have rows of the page, and the number of rows in the chunks before them. */
function chunksOf(counts: number[], { offset, limit }: { offset: number; limit: number }) {
  const chunks: number[] = [];
  let skipped = 0;
  let before = 0;
  for (const [chunk, count] of counts.entries()) {
    const after = before + count;
    if (after <= offset) skipped = after;
    else if (before < offset + limit && count > 0) chunks.push(chunk);
    before = after;
  }
  return { chunks, skipped };
}

async function readResults({ reseller_uuid, uuid }: ImportRecord, chunks: number[]) {
  const found = await batchGet(
    ...chunks.map((chunk) =>
      lookup<ImportChunkRecord>(ImportChunk, { reseller_uuid, uuid, chunk }),
    ),
  );
  return found.flatMap((each): RowResult[] => (each ? JSON.parse(each.results) : []));
}

function presentRow({ line, user_uuid = "", errors }: RowResult) {
  return { line, user_uuid: user_uuid || null, errors: errors ?? null };
}
