import { DatabaseSync } from "node:sqlite";
import { Checkpoints } from "./checkpoints.ts";

const RETENTION_SECONDS = 24 * 60 * 60;

/**
 * Keeps the embedded database quick: it looks through all stream records at every write and every
 * poll (13 ms a write after 30,000 records), and never forgets one. An index makes that a search;
 * records that DynamoDB would have dropped, after a day, go once every consumer is done with them.
 * The newest of a shard stays, because the next sequence number is counted from it.
 */
export function tendStreamRecords(dataDir: string, file: string) {
  const database = new DatabaseSync(file, { timeout: 5000 });
  try {
    if (!hasStreamRecords(database)) return;
    database.exec(
      `CREATE INDEX IF NOT EXISTS stream_record_position
         ON _stream_records (table_name, CAST(sequence_number AS INTEGER))`,
    );
    const forget = database.prepare(
      `DELETE FROM _stream_records
         WHERE shard_id = ? AND CAST(sequence_number AS INTEGER) < ? AND created_at < ?`,
    );
    const oldest = Math.floor(Date.now() / 1000) - RETENTION_SECONDS;
    for (const [shard, done] of new Checkpoints(dataDir).earliest())
      forget.run(shard, done, oldest);
  } finally {
    database.close();
  }
}

function hasStreamRecords(database: DatabaseSync) {
  const query = "SELECT 1 FROM sqlite_schema WHERE name = '_stream_records'";
  return database.prepare(query).get() !== undefined;
}
