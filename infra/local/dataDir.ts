import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { resolve } from "node:path";
import { Problem } from "../cli/terminal.ts";

/** The service's own files in a DATA_DIR. */
const OWN_FILES =
  /^(?:mail|no-sample|server\.lock|service\.log|(?:dynamodb|queues)\.sqlite(?:-shm|-wal)?|(?:(?:endpoints|streams|sample)\.json|signing-key|api-key|address)(?:\.\d+\.tmp)?)$/;

/** The absolute path of DATA_DIR. */
export function readDataDir(): string {
  return resolve(process.env["DATA_DIR"] || ".local");
}

/** The entries of a DATA_DIR that are the service's own, the folder of mails included. */
export function ownFiles(dataDir: string): string[] {
  return existsSync(dataDir) ? readdirSync(dataDir).filter((name) => OWN_FILES.test(name)) : [];
}

/**
 * Makes the directory for local data if it is missing, and throws a Problem if that fails. Sets the umask, so
 * that only this user can read new files.
 */
export function makeDataDir(dataDir: string) {
  process.umask(0o077);
  try {
    mkdirSync(dataDir, { recursive: true });
  } catch (error) {
    throw unusable(dataDir, error);
  }
}

/** Writes a file that only this user can read. Readers see the old file or the whole new one. */
export function writeWhole(path: string, text: string | Uint8Array) {
  const draft = `${path}.${process.pid}.tmp`;
  try {
    writeFileSync(draft, text, { mode: 0o600 });
    renameSync(draft, path);
  } finally {
    rmSync(draft, { force: true });
  }
}

/** The text of a file; undefined if the file does not exist. */
export function readIfThere(path: string): string | undefined {
  return existsSync(path) ? readFileSync(path, "utf8") : undefined;
}

/** A Problem that says how to go on without a file of the service; one that already says so stays. */
export function unusable(path: string, error: unknown): Problem {
  if (error instanceof Problem) return error;
  const said = error instanceof Error ? error.message : error;
  return new Problem(
    `${path} can't be used (${said}). Check the disk and its permissions, delete the data with ` +
      '"npm run reset", or set DATA_DIR to another directory.',
  );
}
