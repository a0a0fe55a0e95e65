import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import { Problem } from "../../terminal.ts";
import { readIfThere, unusable, writeWhole } from "../dataDir.ts";
import { answersOn } from "./dynoxide.ts";

const SQLITE_BUSY = 5;
const ORPHAN_ANSWERS_SECONDS = 2;
const ORPHAN_ENDS_SECONDS = 5;
const POLL_MS = 20;

/**
 * Takes a lock on a file, or returns undefined when another process holds it. The returned function
 * lets go. It is SQLite's own file lock: the kernel frees it when its process dies, however it dies,
 * so there are no stale locks and no process ids that might since belong to somebody else.
 * Any number of processes hold a "shared" lock, one alone an "exclusive" one.
 */
export function tryLock(path: string, kind: "shared" | "exclusive"): (() => void) | undefined {
  const file = open(path);
  try {
    // Nothing is ever written: a journal would only be a file more in the directory.
    file.exec("PRAGMA journal_mode = MEMORY");
    if (kind === "exclusive") file.exec("BEGIN EXCLUSIVE");
    // A read is what takes SQLite's shared lock: BEGIN alone takes none.
    else file.exec("BEGIN; SELECT count(*) FROM sqlite_schema");
  } catch (error) {
    file.close();
    if (isLocked(error)) return undefined;
    throw unusable(path, error);
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
  const file = open(path);
  try {
    // In WAL mode every open connection holds a lock that only this locking mode collides with.
    file.exec("PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; COMMIT");
    return false;
  } catch (error) {
    if (isLocked(error)) return true;
    throw unusable(path, error);
  } finally {
    file.close();
  }
}

function open(path: string): DatabaseSync {
  try {
    return new DatabaseSync(path, { timeout: 0 });
  } catch (error) {
    throw unusable(path, error);
  }
}

function isLocked(error: unknown) {
  return error instanceof Error && "errcode" in error && error.errcode === SQLITE_BUSY;
}

/** What the process that owns the database tells the others, in DATA_DIR/database.json. */
export interface OwnerNote {
  owner: number;
  /** The embedded database's own process, address and port. */
  pid?: number | undefined;
  host?: string | undefined;
  port?: number | undefined;
  /** Whether others may join: not while it starts or ends. */
  open: boolean;
}

/** What the process that has the database open says of itself; undefined when none has left a note. */
export function readNote(dataDir: string): OwnerNote | undefined {
  try {
    return JSON.parse(readIfThere(notePath(dataDir)) ?? "null") ?? undefined;
  } catch (error) {
    // A file that a failing disk has cut short says nothing.
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Leaves a note of this process for others that want the database. */
export function writeNote(dataDir: string, note: Omit<OwnerNote, "owner">) {
  writeWhole(notePath(dataDir), JSON.stringify({ owner: process.pid, ...note }));
}

export function removeNote(dataDir: string) {
  rmSync(notePath(dataDir), { force: true });
}

/** Whether a process of this id runs. */
export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

const notePath = (dataDir: string) => join(dataDir, "database.json");

/**
 * Ends the embedded database that an owner left behind when it was killed. Only a process that has
 * the file open and answers on the noted port is one: a process id alone may be anybody's by now.
 */
export async function endOrphan(file: string, note: OwnerNote | undefined) {
  if (!isOpenElsewhere(file)) return;
  const { pid, port, host = "127.0.0.1" } = note ?? {};
  if (pid && port && (await waitFor(ORPHAN_ANSWERS_SECONDS, () => answersOn(host, port)))) {
    process.kill(pid, "SIGTERM");
    if (await waitFor(ORPHAN_ENDS_SECONDS, () => !isOpenElsewhere(file))) return;
    process.kill(pid, "SIGKILL");
  }
  if (await waitFor(ORPHAN_ENDS_SECONDS, () => !isOpenElsewhere(file))) return;
  throw new Problem(`${file} is open in another program; close that first.`);
}

/** Asks until the answer is true, at most so long; tells which of the two it was. */
export async function waitFor(seconds: number, condition: () => boolean | Promise<boolean>) {
  const deadline = Date.now() + seconds * 1000;
  while (!(await condition())) {
    if (Date.now() > deadline) return false;
    await sleep(POLL_MS);
  }
  return true;
}
