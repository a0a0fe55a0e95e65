import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { Problem } from "../cli/terminal.ts";
import { makeDataDir, readIfThere, unusable, writeWhole } from "./dataDir.ts";

const SQLITE_BUSY = 5;
/** A server that was just stopped needs a moment to end. */
const STOPPING_MS = 2000;

/** Where a running server answers commands on this machine. */
export interface RunningServer {
  /** The base URL of the API. */
  api: string;
  /** The Lambda API, which runs every function of the stack by its folder's name. */
  lambda: string;
  /** The DynamoDB with the table. */
  database: string;
}

const lockOf = (dataDir: string) => join(dataDir, "server.lock");
const noteOf = (dataDir: string) => join(dataDir, "endpoints.json");
/** The API's address alone, for shells. */
const addressOf = (dataDir: string) => join(dataDir, "address");

/**
 * Makes this process the only one that works on a DATA_DIR: it owns the database. Returns the function that
 * ends that. Throws a Problem while another process does.
 */
export function lockDataDir(dataDir: string): () => void {
  makeDataDir(dataDir);
  const release = tryLock(lockOf(dataDir), STOPPING_MS);
  if (!release) {
    throw new Problem(
      `Another server uses ${dataDir}: stop it, or set DATA_DIR to another directory.`,
    );
  }
  // A server that was killed has left its notes.
  forget(dataDir);
  return () => {
    forget(dataDir);
    release();
  };
}

function forget(dataDir: string) {
  for (const path of [noteOf(dataDir), addressOf(dataDir)]) rmSync(path, { force: true });
}

/** Notes where this process, which holds the lock, answers other commands. */
export function noteServer(dataDir: string, endpoints: RunningServer) {
  writeWhole(addressOf(dataDir), `${endpoints.api}\n`);
  writeWhole(noteOf(dataDir), JSON.stringify(endpoints));
}

/** Where the server of a DATA_DIR answers; throws a Problem while none does. */
export function requireServer(dataDir: string): RunningServer {
  const lock = lockOf(dataDir);
  // A lock can be taken only if no server holds it.
  const release = existsSync(lock) ? tryLock(lock) : () => {};
  release?.();
  const note = release ? undefined : readIfThere(noteOf(dataDir));
  if (note !== undefined) return JSON.parse(note);
  throw new Problem(`No server runs on ${dataDir} (DATA_DIR): run "npm start" first.`);
}

/**
 * Takes a lock on a file and returns the function that releases it, or undefined when another process
 * holds it. The kernel releases SQLite's file lock when the process dies, so locks never become stale.
 */
function tryLock(path: string, timeout = 0): (() => void) | undefined {
  let file: DatabaseSync | undefined;
  try {
    file = new DatabaseSync(path, { timeout });
    // Nothing is ever written, so no journal file is needed.
    file.exec("PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE");
    return () => file?.isOpen && file.close();
  } catch (error) {
    file?.close();
    const isLocked = error instanceof Error && "errcode" in error && error.errcode === SQLITE_BUSY;
    if (isLocked) return undefined;
    throw unusable(path, error);
  }
}
