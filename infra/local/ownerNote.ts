import { rmSync } from "node:fs";
import { join } from "node:path";
import { readIfThere, writeWhole } from "./dataDir.ts";

/** What the process that owns the database tells the others, in DATA_DIR/database.json. */
export interface OwnerNote {
  owner: number;
  /** The embedded database's own process and port. */
  pid?: number | undefined;
  port?: number | undefined;
  /** Whether others may join: not while it starts or ends. */
  open: boolean;
}

export function readNote(dataDir: string): OwnerNote | undefined {
  const text = readIfThere(notePath(dataDir));
  return text === undefined ? undefined : JSON.parse(text);
}

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
