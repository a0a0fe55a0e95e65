import {
  accessSync,
  constants,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { resolve } from "node:path";
import { describeSystemFault, namingFile } from "../cli/systemFault.ts";
import { Problem } from "../cli/terminal.ts";

/** The service's own files in a DATA_DIR. */
const OWN_FILES =
  /^(?:(?:dynamodb|queues)\.sqlite(?:-shm|-wal)?|server\.lock|service\.log(?:\.1)?|(?:(?:endpoints|streams|sample)\.json|signing-key|api-key|address|no-sample)(?:\.\d+\.tmp)?)$/;

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
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    accessSync(dataDir, constants.W_OK | constants.X_OK);
  } catch (error) {
    throw unusable(dataDir, error);
  }
}

/**
 * Writes a file that only this user can read. Readers see the old file or the whole new one, even if
 * writing fails.
 */
export function writeWhole(path: string, text: string | Uint8Array) {
  const draft = `${path}.${process.pid}.tmp`;
  namingFile(path, () => {
    try {
      writeFileSync(draft, text, { mode: 0o600 });
      renameSync(draft, path);
    } finally {
      rmSync(draft, { force: true });
    }
  });
}

/** The text of a file, or undefined if there is none. */
export function readIfThere(path: string): string | undefined {
  try {
    return namingFile(path, () => readFileSync(path, "utf8"));
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined;
    throw error;
  }
}

/** A Problem that says why a file of the service can't be used. */
export function unusable(path: string, error: unknown): Problem {
  const named = error instanceof Error ? Object.assign(error, { path }) : error;
  const said = error instanceof Error ? error.message : error;
  return new Problem(describeSystemFault(named) ?? `${path} can't be used: ${said}.`);
}

/** The code of an error of the operating system, like ENOENT. */
export function codeOf(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : undefined;
}

/** The absolute path of DATA_DIR. */
export function readDataDir(env: NodeJS.ProcessEnv = process.env): string {
  return resolve(env["DATA_DIR"] || ".local");
}
