import type { Context, SQSBatchResponse, SQSEvent } from "aws-lambda";
import * as z from "zod/mini";
import { actingAs, readActor } from "../../../shared/auditLog/actor.ts";
import {
  CHUNK_ROWS,
  Import,
  type ImportRecord,
  type RowResult,
} from "../../../shared/entities/import.ts";
import { isClosed, Reseller } from "../../../shared/entities/reseller.ts";
import { requireEnv } from "../../../shared/env.ts";
import { deleteFile, openFile } from "../../../shared/files/files.ts";
import { addLogFields } from "../../../shared/log.ts";
import { perMessage } from "../../../shared/queues/perMessage.ts";
import { sendAll } from "../../../shared/queues/sendMessages.ts";
import { fileOf } from "../import.ts";
import { checkRows } from "./checkRows.ts";
import { createCustomers } from "./createCustomers.ts";
import { finish, saveChunk } from "./progress.ts";
import { FileRefused, MAX_BYTES, type Row, rowsOf } from "./rowsOf.ts";

const message = z.object({ reseller_uuid: z.uuid(), uuid: z.uuid() });

/**
 * How fast an import goes on, and the chunks that it does at once: it creates half of what a reseller's requests
 * may, which leaves room for them and for others.
 */
const PACES = {
  checking: { rowsASecond: 1000, chunks: 100 },
  running: { rowsASecond: 10, chunks: 5 },
};
/** Time reserved for enqueueing a continuation. */
const RESERVE_MS = 30_000;
/** How often an import of a closed reseller sees whether the reseller has come back. */
const CLOSED_SECONDS = 900;

/**
 * Goes on with the import of each message. A message may come twice: of two workers on the same rows, one goes
 * on. Rows of a message that failed are done again, and make no second customer.
 */
export async function importFiles(
  { Records }: SQSEvent,
  context: Context,
): Promise<SQSBatchResponse> {
  const hasTime = () => context.getRemainingTimeInMillis() > RESERVE_MS;
  const text = "an import failed and will be tried again";
  return await perMessage(
    Records,
    async ({ body }) => {
      const { reseller_uuid, uuid } = message.parse(JSON.parse(body));
      addLogFields({ reseller_uuid });
      const { data: found } = await Import.get({ reseller_uuid, uuid }).go({ consistent: true });
      // A worker may have died before it did so, or another file may have come later.
      if (found?.state === "finished") return await deleteFile(fileOf(found));
      if (!found || (found.state !== "checking" && found.state !== "running")) return;
      await actingAs(readActor(found.started_by), () => goOn(found, hasTime));
    },
    { level: "error", text },
  );
}

async function goOn(found: ImportRecord, hasTime: () => boolean) {
  const { data: reseller } = await Reseller.get({ uuid: found.reseller_uuid }).go();
  if (!reseller || reseller.deleting_since !== undefined) return;
  if (isClosed(reseller)) return await sendOn(found, CLOSED_SECONDS);
  const file = await readFile(found);
  if (file instanceof FileRefused) {
    return await finish(found, { state: "failed", error: file.message });
  }
  const { version: file_version, rows_total } = file;
  const current = { ...found, file_version, rows_total };
  const isRun = found.state === "running";
  const pace = PACES[isRun ? "running" : "checking"];
  const check = checkRows(found, reseller);
  const isLeft = await eachChunk(current, {
    file: file.bytes,
    work: (rows) => (isRun ? createCustomers(current, rows) : check.check(rows)),
    skip: isRun ? () => {} : check.note,
    isEnough: (chunks) => !hasTime() || chunks === pace.chunks,
    rowsASecond: pace.rowsASecond,
  });
  if (isLeft) return;
  await finish(current, { state: isRun ? "finished" : "checked" });
  if (isRun) await deleteFile(fileOf(found));
}

interface Chunkwise {
  file: Uint8Array;
  work(rows: Row[]): Promise<RowResult[]>;
  /** Gets rows that are done. */
  skip(rows: Row[]): void;
  isEnough(chunks: number): boolean;
  rowsASecond: number;
}

/** Does the rows that are left, as long as there is time; returns whether some are left to another message. */
async function eachChunk(
  found: ImportRecord,
  { file, work, skip, isEnough, rowsASecond }: Chunkwise,
): Promise<boolean> {
  const begun = performance.now();
  let current = found;
  let chunks = 0;
  for (const { first, rows } of chunksOf(rowsOf(file))) {
    if (first < found.rows_done) {
      skip(rows);
      continue;
    }
    if (isEnough(chunks)) {
      const due = (chunks * CHUNK_ROWS) / rowsASecond;
      await sendOn(found, due - (performance.now() - begun) / 1000);
      return true;
    }
    const saved = await saveChunk(current, await work(rows));
    // Another worker is ahead, or the import began anew.
    if (!saved) return true;
    current = { ...current, ...saved };
    chunks += 1;
  }
  return false;
}

async function sendOn({ reseller_uuid, uuid }: ImportRecord, seconds: number) {
  const delaySeconds = Math.max(0, Math.ceil(seconds));
  const next = { message: { reseller_uuid, uuid }, group: reseller_uuid, delaySeconds };
  await sendAll(requireEnv("IMPORTS_QUEUE_URL"), [next]);
}

/** The uploaded file, or why it is refused. */
async function readFile(found: ImportRecord) {
  const file = await openFile(fileOf(found));
  if (!file) return new FileRefused("No file was uploaded, or it was deleted after seven days");
  if (found.file_version && found.file_version !== file.version) {
    file.close();
    return new FileRefused("Another file was uploaded since: check it first");
  }
  if (file.bytes > MAX_BYTES) {
    file.close();
    return new FileRefused(`The file has more than ${MAX_BYTES / 1_000_000} MB: split it`);
  }
  const bytes = await file.read();
  try {
    let rows_total = 0;
    for (const _ of rowsOf(bytes)) rows_total += 1;
    return { bytes, version: file.version, rows_total };
  } catch (error) {
    if (error instanceof FileRefused) return error;
    throw error;
  }
}

function* chunksOf(rows: Iterable<Row>): Generator<{ first: number; rows: Row[] }> {
  let first = 0;
  let chunk: Row[] = [];
  for (const row of rows) {
    chunk.push(row);
    if (chunk.length < CHUNK_ROWS) continue;
    yield { first, rows: chunk };
    first += CHUNK_ROWS;
    chunk = [];
  }
  if (chunk.length > 0) yield { first, rows: chunk };
}
