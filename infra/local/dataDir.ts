import {
  accessSync,
  chmodSync,
  constants,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, resolve } from "node:path";
import { describeSystemFault, namingFile } from "../systemFault.ts";
import { Problem } from "../terminal.ts";

/** The service's own files in a DATA_DIR. */
const OWN_FILES =
  /^(?:(?:dynamodb|queues)\.sqlite(?:-shm|-wal)?|database\.(?:owner|users)|server\.lock|(?:(?:database|streams|demo)\.json|signing-key|demo-key|address)(?:\.\d+\.tmp)?)$/;

/** Whether an entry of a DATA_DIR is the service's own, the folders of mails and files included. */
export function isOwn(name: string): boolean {
  return name === "mail" || name === "files" || OWN_FILES.test(name);
}

/**
 * Makes the directory for local data if it is missing, and throws a Problem when it can't be used. Sets
 * the umask, so that only this user can read new files, and restricts existing ones.
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
    throw new Problem(
      `DATA_DIR ${dataDir} ${describeRefusal(error)}. Set DATA_DIR to another directory.`,
    );
  }
}

/** Whether a DATA_DIR has a table already; throws a Problem when it can't be read. */
export function hasTable(dataDir: string): boolean {
  try {
    const found = statSync(dataDir, { throwIfNoEntry: false });
    if (found === undefined) return false;
    return readdirSync(dataDir).includes("dynamodb.sqlite");
  } catch (error) {
    throw new Problem(
      `DATA_DIR ${dataDir} ${describeRefusal(error, "read")}. Set DATA_DIR to another directory.`,
    );
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

/**
 * Writes a file that only this user can read. Readers see the old file or the whole new one, even if
 * writing fails. `publish` puts the complete file in its place.
 */
export function writeWhole(
  path: string,
  text: string | Uint8Array,
  publish: (draft: string, path: string) => void = renameSync,
) {
  const draft = `${path}.${process.pid}.tmp`;
  namingFile(path, () => {
    try {
      writeFileSync(draft, text, { mode: 0o600 });
      publish(draft, path);
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

/** Why a directory can't be used, such as "is not a directory". */
export function describeRefusal(error: unknown, what = "written to") {
  const code = codeOf(error);
  if (code === "EEXIST" || code === "ENOTDIR") return "is not a directory";
  return `can't be ${what} (${code ?? error})`;
}

/** The absolute path of DATA_DIR. */
export function readDataDir(env: NodeJS.ProcessEnv = process.env): string {
  return resolve(env["DATA_DIR"] || ".local");
}
