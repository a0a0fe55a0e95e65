import { existsSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { Problem } from "../../cli/terminal.ts";
import { unusable } from "../dataDir.ts";
import { isLocked, poll } from "../serverLock.ts";
import { findBinary, startDynoxide } from "./dynoxide.ts";
import { tendStreamRecords } from "./streamRecords.ts";

/** The database of a process that was killed needs a moment to end. */
const ENDING_SECONDS = 10;

interface Database {
  endpoint: string;
  /** Keeps the stream of a new table fast. */
  tend(): void;
  close(): Promise<void>;
  /** Resolves with the reason when the database ends without having been asked to. */
  lost: Promise<string>;
}

/**
 * Starts the embedded DynamoDB on the data in DATA_DIR, whose lock this process holds.
 * AWS_ENDPOINT_URL_DYNAMODB replaces it.
 */
export async function openDatabase(dataDir: string): Promise<Database> {
  const endpoint = process.env["AWS_ENDPOINT_URL_DYNAMODB"];
  if (endpoint) return { endpoint, tend() {}, close: async () => {}, lost: new Promise(() => {}) };
  const file = join(dataDir, "dynamodb.sqlite");
  if (!(await poll(ENDING_SECONDS, () => !isOpenElsewhere(file) || undefined))) {
    throw new Problem(`${file} is open in another program: close that first.`);
  }
  const { endpoint: own, ended, stop } = await startDynoxide(findBinary(), file);
  const tend = () => tendStreamRecords(dataDir, file);
  try {
    tend();
  } catch (error) {
    await stop();
    throw error;
  }
  let isClosing = false;
  return {
    endpoint: own,
    tend,
    async close() {
      isClosing = true;
      await stop();
    },
    lost: new Promise((resolve) => {
      ended.then((reason) => isClosing || resolve(reason));
    }),
  };
}

/** Whether another process has this SQLite database open; false when there is no such file. */
export function isOpenElsewhere(path: string): boolean {
  if (!existsSync(path)) return false;
  let file: DatabaseSync | undefined;
  try {
    file = new DatabaseSync(path, { timeout: 0 });
    // In WAL mode every open connection holds a lock that conflicts only with this locking mode.
    file.exec("PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; COMMIT");
    return false;
  } catch (error) {
    if (isLocked(error)) return true;
    throw unusable(path, error);
  } finally {
    file?.close();
  }
}
