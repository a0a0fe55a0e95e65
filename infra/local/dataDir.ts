import {
  accessSync,
  chmodSync,
  constants,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, resolve } from "node:path";
import { Problem } from "../terminal.ts";

/** The service's files in a DATA_DIR: others in the same directory are not ours. */
const OWN_FILES =
  /^(?:(?:dynamodb|queues)\.sqlite(?:-shm|-wal)?|database\.(?:json|owner|users)|(?:streams|demo)\.json|server\.lock|signing-key|demo-key)$/;

/** Whether an entry of a DATA_DIR is the service's own, the folder of its mails included. */
export function isOwn(name: string): boolean {
  return name === "mail" || OWN_FILES.test(name);
}

/**
 * Makes the directory for local data where it is missing; a Problem when it can't be used. From then
 * on, what this process and its database make is for this user only, SQLite's files beside the
 * databases too; what an older version made becomes so.
 */
export function makeDataDir(dataDir: string) {
  process.umask(0o077);
  try {
    makeDirectories(dataDir);
    accessSync(dataDir, constants.W_OK | constants.X_OK);
    for (const name of readdirSync(dataDir).filter((name) => OWN_FILES.test(name))) {
      makePrivate(join(dataDir, name));
    }
  } catch (error) {
    throw new Problem(`DATA_DIR ${dataDir} ${describeRefusal(error)}. Set DATA_DIR to another.`);
  }
}

/** SQLite may have removed the file meanwhile. */
function makePrivate(path: string) {
  try {
    chmodSync(path, 0o600);
  } catch (error) {
    if (codeOf(error) !== "ENOENT") throw error;
  }
}

// Not mkdir's `recursive`, which never returns where nothing can be made, as in /proc.
function makeDirectories(path: string) {
  if (isDirectory(path)) return;
  if (dirname(path) !== path) makeDirectories(dirname(path));
  try {
    mkdirSync(path, 0o700);
  } catch (error) {
    // Another command may have been faster.
    if (!isDirectory(path)) throw error;
  }
}

function isDirectory(path: string) {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

/** Writes a file that only this user can read, so that a reader sees all of it or the one before. */
export function writeWhole(path: string, text: string) {
  const draft = `${path}.${process.pid}.tmp`;
  writeFileSync(draft, text, { mode: 0o600 });
  renameSync(draft, path);
}

/** The text of a file, or undefined where there is none. */
export function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined;
    throw error;
  }
}

/** The code of an error of the operating system, like ENOENT. */
export function codeOf(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : undefined;
}

function describeRefusal(error: unknown) {
  const code = codeOf(error);
  if (code === "EEXIST" || code === "ENOTDIR") return "is not a directory";
  return `can't be written to (${code ?? error})`;
}

/** Where the local data are: DATA_DIR, below the current directory unless absolute. */
export function readDataDir(env: NodeJS.ProcessEnv = process.env): string {
  return resolve(env["DATA_DIR"] || ".local");
}
