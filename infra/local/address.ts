import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { tryLock } from "./database/ownership.ts";
import { readIfThere, writeWhole } from "./dataDir.ts";

const noteOf = (dataDir: string) => join(dataDir, "address");
const lockOf = (dataDir: string) => join(dataDir, "server.lock");

/** Becomes the only server on a DATA_DIR; returns what ends that, or undefined while there is another. */
export function becomeServer(dataDir: string): (() => void) | undefined {
  const release = tryLock(lockOf(dataDir), "exclusive");
  const forget = () => rmSync(noteOf(dataDir), { force: true });
  // A server that was killed has left its own.
  if (release) forget();
  return (
    release &&
    (() => {
      forget();
      release();
    })
  );
}

/** Notes the base URL at which the server of a DATA_DIR listens, for the other commands. */
export function noteAddress(dataDir: string, url: string) {
  writeWhole(noteOf(dataDir), `${url}\n`);
}

/** The base URL of the server that runs on a DATA_DIR; undefined while none listens. */
export function findServer(dataDir: string): string | undefined {
  return isServed(dataDir) ? readIfThere(noteOf(dataDir))?.trim() : undefined;
}

/** Whether a server runs on a DATA_DIR. */
export function isServed(dataDir: string): boolean {
  const lock = lockOf(dataDir);
  if (!existsSync(lock)) return false;
  // Two commands may look at once.
  const release = tryLock(lock, "shared");
  release?.();
  return release === undefined;
}
