import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { readIfThere, writeWhole } from "../dataDir.ts";

const RETENTION_SECONDS = 24 * 60 * 60;

interface Checkpoints {
  streamArn?: string;
  /** By shard, the last sequence number that the consumer is done with. */
  positions: Record<string, string>;
}

const fileOf = (dataDir: string) => join(dataDir, "streams.json");

/** How far the stream of a DATA_DIR was read. */
export function readCheckpoints(dataDir: string): Checkpoints {
  try {
    return JSON.parse(readIfThere(fileOf(dataDir)) ?? "");
  } catch {
    // Truncated by a power failure: the consumer starts from the beginning, as it gets records at least once.
    return { positions: {} };
  }
}

/** On disk when it returns. */
export function writeCheckpoints(dataDir: string, checkpoints: Checkpoints) {
  writeWhole(fileOf(dataDir), JSON.stringify(checkpoints));
}

/**
 * Keeps the embedded database fast: it scans all stream records at every write and poll, and never
 * deletes one. An index replaces the scan. Records older than a day are deleted once the consumer is
 * done with them, except for the newest of a shard, from which the next sequence number is counted.
 */
export function tendStreamRecords(dataDir: string, file: string) {
  const database = new DatabaseSync(file, { timeout: 5000 });
  try {
    const query = "SELECT 1 FROM sqlite_schema WHERE name = '_stream_records'";
    if (!database.prepare(query).get()) return;
    database.exec(
      `CREATE INDEX IF NOT EXISTS stream_record_position
         ON _stream_records (table_name, CAST(sequence_number AS INTEGER))`,
    );
    const forget = database.prepare(
      `DELETE FROM _stream_records
         WHERE shard_id = ? AND CAST(sequence_number AS INTEGER) < ? AND created_at < ?`,
    );
    const oldest = Math.floor(Date.now() / 1000) - RETENTION_SECONDS;
    for (const [shard, position] of Object.entries(readCheckpoints(dataDir).positions))
      forget.run(shard, BigInt(position), oldest);
  } finally {
    database.close();
  }
}
