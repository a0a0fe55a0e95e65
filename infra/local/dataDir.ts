import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, resolve } from "node:path";
import { describeSystemFault } from "../cli/systemFault.ts";
import { Problem } from "../cli/terminal.ts";

/** The service's own files in a DATA_DIR. */
const OWN_FILES =
  /^(?:(?:dynamodb|queues)\.sqlite(?:-shm|-wal)?|server\.lock|service\.log(?:\.1)?|(?:(?:endpoints|streams|sample)\.json|signing-key|api-key|address|no-sample)(?:\.\d+\.tmp)?)$/;

/** The absolute path of DATA_DIR. */
export function readDataDir(env: NodeJS.ProcessEnv = process.env): string {
  return resolve(env["DATA_DIR"] || ".local");
}

/** The entries of a DATA_DIR that are the service's own, the folder of mails included. */
export function ownFiles(dataDir: string): string[] {
  try {
    return readdirSync(dataDir).filter((name) => name === "mail" || OWN_FILES.test(name));
  } catch (error) {
    if (codeOf(error) === "ENOENT") return [];
    throw unusable(dataDir, error);
  }
}

/**
 * Makes the directory for local data if it is missing, and throws a Problem when it can't be used. Sets
 * the umask, so that only this user can read new files.
 */
export function makeDataDir(dataDir: string) {
  process.umask(0o077);
  try {
    makeFolders(dataDir);
    accessSync(dataDir, constants.W_OK | constants.X_OK);
  } catch (error) {
    throw unusable(dataDir, error);
  }
}

/** `mkdirSync` with `recursive` never returns where nothing can be made, such as in `/proc`. */
function makeFolders(path: string) {
  if (existsSync(path)) return;
  makeFolders(dirname(path));
  mkdirSync(path);
}

/**
 * Writes a file that only this user can read. Readers see the old file or the whole new one, even if
 * writing fails.
 */
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
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined;
    throw error;
  }
}

/** A Problem that says why a file of the service can't be used. */
export function unusable(path: string, error: unknown): Problem {
  const said = error instanceof Error ? error.message : error;
  const fallback = `${path} can't be used (${said}): set DATA_DIR to another directory.`;
  return new Problem(describeSystemFault(error, path) ?? fallback);
}

/** The code of an error of the operating system, like ENOENT. */
export function codeOf(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : undefined;
}
