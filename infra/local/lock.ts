import { existsSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { Problem } from "./problem.ts";

/**
 * Takes a lock on a file, or returns undefined when another process holds it. The returned function
 * lets go. It is SQLite's own file lock: the kernel frees it when its process dies, however it dies,
 * so there are no stale locks and no process ids that might since belong to somebody else.
 * Any number of processes hold a "shared" lock, one alone an "exclusive" one.
 */
export function tryLock(path: string, kind: "shared" | "exclusive"): (() => void) | undefined {
  const file = new DatabaseSync(path, { timeout: 0 });
  try {
    // Nothing is ever written: a journal would only be a file more in the directory.
    file.exec("PRAGMA journal_mode = MEMORY");
    if (kind === "exclusive") file.exec("BEGIN EXCLUSIVE");
    // A read is what takes SQLite's shared lock: BEGIN alone takes none.
    else file.exec("BEGIN; SELECT count(*) FROM sqlite_schema");
  } catch (error) {
    file.close();
    if (isLocked(error)) return undefined;
    throw error;
  }
  let held = true;
  return () => {
    if (held) file.close();
    held = false;
  };
}

/** Whether another process has this SQLite database open; false when there is no such file. */
export function isOpenElsewhere(path: string): boolean {
  if (!existsSync(path)) return false;
  const file = new DatabaseSync(path, { timeout: 0 });
  try {
    // In WAL mode every open connection holds a lock that only this locking mode collides with.
    file.exec("PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; COMMIT");
    return false;
  } catch (error) {
    if (isLocked(error)) return true;
    throw new Problem(`${path} can't be used: ${error instanceof Error ? error.message : error}.`);
  } finally {
    file.close();
  }
}

const SQLITE_BUSY = 5;

function isLocked(error: unknown) {
  return error instanceof Error && "errcode" in error && error.errcode === SQLITE_BUSY;
}
