import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { readIfThere, writeWhole } from "../dataDir.ts";

const RETENTION_SECONDS = 24 * 60 * 60;

/** How far each consumer has come: the last sequence number it is done with, by stream shard. */
type Positions = Record<string, string>;

/** The checkpoints of one DATA_DIR, kept in one file over restarts. */
export class Checkpoints {
  readonly #path: string;
  readonly #positions: Record<string, Positions>;

  constructor(dataDir: string) {
    this.#path = join(dataDir, "streams.json");
    this.#positions = parse(readIfThere(this.#path));
  }

  get(consumer: string, shard: string): string | undefined {
    return this.#positions[consumer]?.[shard];
  }

  /** On disk when it returns. */
  set(consumer: string, shard: string, sequenceNumber: string) {
    this.#positions[consumer] = { ...this.#positions[consumer], [shard]: sequenceNumber };
    writeWhole(this.#path, JSON.stringify(this.#positions, null, 2));
  }

  /** Forgets other consumers, for which unread records would be kept forever. */
  keepOnly(consumers: string[]) {
    for (const consumer of Object.keys(this.#positions)) {
      if (!consumers.includes(consumer)) delete this.#positions[consumer];
    }
  }

  /** The last sequence number of each shard that all its consumers are done with. */
  earliest(): Map<string, bigint> {
    const earliest = new Map<string, bigint>();
    for (const [shard, position] of Object.values(this.#positions).flatMap(Object.entries)) {
      const done = BigInt(position);
      const first = earliest.get(shard);
      if (first === undefined || done < first) earliest.set(shard, done);
    }
    return earliest;
  }
}

// After a power failure the file may be truncated: consumers then start from the beginning, which
// at-least-once delivery allows.
function parse(text: string | undefined): Record<string, Positions> {
  try {
    return JSON.parse(text ?? "{}");
  } catch {
    return {};
  }
}

/**
 * Keeps the embedded database fast: it scans all stream records at every write and poll, and never
 * deletes one. An index replaces the scan. Records older than a day are deleted once every consumer is
 * done with them, except for the newest of a shard, from which the next sequence number is counted.
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
    for (const [shard, done] of new Checkpoints(dataDir).earliest()) {
      forget.run(shard, done, oldest);
    }
  } finally {
    database.close();
  }
}

function hasStreamRecords(database: DatabaseSync) {
  const query = "SELECT 1 FROM sqlite_schema WHERE name = '_stream_records'";
  return database.prepare(query).get() !== undefined;
}
