import { join } from "node:path";
import { readIfThere, writeWhole } from "./dataDir.ts";

/** How far each consumer has come: the last sequence number it is done with, by stream shard. */
export type Positions = Record<string, string>;

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

  /** By shard, what all consumers that ever read it are done with. */
  earliest(): Map<string, bigint> {
    const earliest = new Map<string, bigint>();
    for (const [shard, position] of Object.values(this.#positions).flatMap(Object.entries)) {
      const done = BigInt(position);
      const known = earliest.get(shard);
      if (known === undefined || done < known) earliest.set(shard, done);
    }
    return earliest;
  }
}

// A file cut short by a power failure: the consumers begin anew, which at-least-once allows.
function parse(text: string | undefined): Record<string, Positions> {
  try {
    return JSON.parse(text ?? "{}");
  } catch {
    return {};
  }
}
