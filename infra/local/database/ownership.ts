import { existsSync, rmSync, statSync, truncateSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import { Problem } from "../../terminal.ts";
import { readIfThere, unusable, writeWhole } from "../dataDir.ts";
import { answersOn } from "./dynoxide.ts";

const SQLITE_BUSY = 5;
const SQLITE_CORRUPT = 11;
const SQLITE_NOTADB = 26;
const ORPHAN_ANSWERS_SECONDS = 2;
const ORPHAN_ENDS_SECONDS = 5;
const POLL_MS = 20;

/**
 * Takes a lock on a file and returns the function that releases it, or undefined when another process
 * holds the lock. Any number of processes can hold a "shared" lock, only one an "exclusive" one. The
 * kernel releases SQLite's file lock when the process dies, so locks never become stale.
 */
export function tryLock(path: string, kind: "shared" | "exclusive"): (() => void) | undefined {
  const file = open(path);
  try {
    // Nothing is ever written, so no journal file is needed.
    file.exec("PRAGMA journal_mode = MEMORY");
    if (kind === "exclusive") file.exec("BEGIN EXCLUSIVE");
    // SQLite takes its shared lock at the first read, not at BEGIN.
    else file.exec("BEGIN; SELECT count(*) FROM sqlite_schema");
  } catch (error) {
    file.close();
    if (isLocked(error)) return undefined;
    if (!isDamaged(error) || statSync(path).size === 0) throw unusable(path, error);
    // It holds no data. The file itself stays, and with it the locks of other processes.
    truncateSync(path);
    return tryLock(path, kind);
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
    // In WAL mode every open connection holds a lock that conflicts only with this locking mode.
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

function isDamaged(error: unknown) {
  const code = error instanceof Error && "errcode" in error ? error.errcode : undefined;
  return code === SQLITE_CORRUPT || code === SQLITE_NOTADB;
}

/** The note of the database's owner to other processes, in DATA_DIR/database.json. */
interface OwnerNote {
  owner: number;
  /** The embedded database's own process, address and port. */
  pid?: number | undefined;
  host?: string | undefined;
  port?: number | undefined;
  /** Whether others may join: not while it starts or ends. */
  open: boolean;
}

/** The owner's note, or undefined without one. */
export function readNote(dataDir: string): OwnerNote | undefined {
  try {
    return JSON.parse(readIfThere(notePath(dataDir)) ?? "null") ?? undefined;
  } catch (error) {
    // A failing disk has cut the file short.
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Writes the note of this process as the owner. */
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
 * Ends the embedded database of an owner that was killed. The process must have the file open and
 * answer on the noted port: the noted process id may belong to another program by now.
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

/** Polls until the condition is true or the time is up; returns whether it became true. */
export async function waitFor(seconds: number, condition: () => boolean | Promise<boolean>) {
  const deadline = Date.now() + seconds * 1000;
  while (!(await condition())) {
    if (Date.now() > deadline) return false;
    await sleep(POLL_MS);
  }
  return true;
}
