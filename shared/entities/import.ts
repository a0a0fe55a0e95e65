import { Entity, type EntityItem } from "electrodb";
import type { FieldErrors } from "../errors.ts";
import { audited, key, optionalText, tableConfiguration, text } from "../table/entity.ts";

/** How far an import is. */
export const importStates = [
  "awaiting_upload",
  "checking",
  "checked",
  "running",
  "finished",
  "failed",
] as const;
export type ImportState = (typeof importStates)[number];

const count = { type: "number", required: true } as const;
/** Seconds since 1970: DynamoDB's time to live removes the item afterwards. */
const expires_epoch = count;

/** An import of customers from a file: what was asked for, and how far it is. */
export const Import = new Entity(
  {
    model: { service: "monitoring", entity: "import", version: "1" },
    attributes: {
      ...audited,
      reseller_uuid: text,
      uuid: text,
      state: { type: importStates, required: true },
      /** Raised by each request to check or run it, so that the table's stream tells of it. */
      starts: count,
      /** Raised when it begins anew: a worker of an earlier round writes nothing. */
      round: count,
      /** Who asked for it (`shared/auditLog/actor.ts`): the customers are created in this name. */
      started_by: optionalText,
      started_at: optionalText,
      finished_at: optionalText,
      /** Which upload was read; a later one is refused until it is checked. */
      file_version: optionalText,
      rows_total: { type: "number" },
      rows_done: count,
      /** The faulty rows in each chunk of rows that is done. */
      faults: { type: "list", items: { type: "number" }, required: true },
      /** Why the file was refused. */
      error: optionalText,
      created_at: text,
      expires_epoch,
    },
    indexes: {
      byUuid: {
        pk: key("pk", "reseller#${reseller_uuid}#import#${uuid}", ["reseller_uuid", "uuid"]),
        sk: key("sk", "import", []),
      },
    },
  },
  tableConfiguration,
);

export type ImportRecord = EntityItem<typeof Import>;

/** What became of a row; it has no value of the row. */
export interface RowResult {
  line: number;
  user_uuid?: string;
  errors?: FieldErrors;
}

/** Number of rows in a chunk. */
export const CHUNK_ROWS = 100;

/** The results of a chunk of rows. */
export const ImportChunk = new Entity(
  {
    model: { service: "monitoring", entity: "importChunk", version: "1" },
    attributes: {
      reseller_uuid: text,
      /** The import's. */
      uuid: text,
      chunk: count,
      /** The results as JSON. */
      results: text,
      expires_epoch,
    },
    indexes: {
      ofImport: {
        pk: key("pk", "reseller#${reseller_uuid}#import#${uuid}", ["reseller_uuid", "uuid"]),
        sk: key("sk", "chunk#${chunk}", ["chunk"]),
      },
    },
  },
  tableConfiguration,
);

export type ImportChunkRecord = EntityItem<typeof ImportChunk>;
