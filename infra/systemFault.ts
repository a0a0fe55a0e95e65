import { statSync } from "node:fs";

type Describe = (place: string) => string;

const full: Describe = (place) =>
  `The disk is full: ${place} can't be written. Free some space, then try again: no data are lost.`;
const readOnly: Describe = (place) =>
  `${place} is on a read-only file system: set DATA_DIR to a writable directory.`;
const forbidden: Describe = (place) =>
  `${place} can't be used by this user: change its permissions, or set DATA_DIR to another directory.`;
const directory: Describe = (place) =>
  `${place} is a directory, but a file is expected: remove it, or set DATA_DIR to another directory.`;
const closed: Describe = (place) =>
  statSync(place, { throwIfNoEntry: false })?.isDirectory()
    ? directory(place)
    : `${place} can't be opened: check its permissions and the limit of open files ("ulimit -n").`;
const tooManyFiles: Describe = () =>
  'Too many files are open: close other programs, or raise the limit ("ulimit -n"), then try again.';
const broken: Describe = (place) => `The disk has failed: ${place} can't be read or written.`;
export const damaged: Describe = (place) =>
  `${place} is damaged: restore a copy, or delete the data with "npm run reset".`;

/** Faults of the system by the error code of Node. */
const BY_CODE = new Map<unknown, Describe>([
  ["ENOSPC", full],
  ["EDQUOT", full],
  [
    "EFBIG",
    (place) =>
      `${place} can't be written: it would exceed the largest file size allowed ("ulimit -f").`,
  ],
  ["EROFS", readOnly],
  ["EACCES", forbidden],
  ["EPERM", forbidden],
  ["EMFILE", tooManyFiles],
  ["ENFILE", tooManyFiles],
  ["EIO", broken],
  ["ENOTDIR", (place) => `${place} is inside a file: set DATA_DIR to a directory.`],
  ["EISDIR", directory],
]);

/** The same by the primary result codes of SQLite (https://sqlite.org/rescode.html). */
const BY_SQLITE_CODE = new Map<unknown, Describe>([
  [8, readOnly],
  [10, broken],
  [11, damaged],
  [13, full],
  [14, closed],
  [26, damaged],
]);
const PRIMARY_CODE = 0xff;

/** The same by the message of SQLite, which the embedded database passes on. */
const BY_SQLITE_TEXT: [text: string, describe: Describe][] = [
  ["database or disk is full", full],
  ["attempt to write a readonly database", readOnly],
  ["disk I/O error", broken],
  ["database disk image is malformed", damaged],
  ["file is not a database", damaged],
  ["unable to open database file", closed],
];

interface SystemError extends Error {
  code?: unknown;
  errcode?: unknown;
  path?: unknown;
  /** The answer of a service, the embedded database included; other texts prove nothing. */
  $metadata?: object;
}

/**
 * One sentence on what to do about an error of the disk or the system, or about an error that it
 * caused; undefined for any other. `place` is the file, for errors that don't name it.
 */
export function describeSystemFault(
  error: unknown,
  place = "the data in DATA_DIR",
): string | undefined {
  const { describe, path } = findFault(error) ?? {};
  return describe?.(typeof path === "string" ? path : place);
}

/** One sentence about an answer of AWS or the database, or about none; undefined for any other error. */
export function describeServiceFault(error: unknown): string | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (!("$metadata" in cause)) continue;
    return `AWS or the database failed (${cause.name}). Try again; if it lasts, check AWS_ENDPOINT_URL_DYNAMODB and the credentials. DEBUG=1 shows where.`;
  }
  return undefined;
}

/** The same about what the embedded database says when it can't start. */
export function describeDatabaseFault(said: string, file: string): string | undefined {
  return BY_SQLITE_TEXT.find(([text]) => said.includes(text))?.[1](file);
}

/** Whether a system fault may pass unattended. */
export function passes(error: unknown): boolean {
  return findFault(error)?.describe === tooManyFiles;
}

function findFault(error: unknown): { describe: Describe; path: unknown } | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { code, errcode, path, message, $metadata } = cause as SystemError;
    const describe =
      BY_CODE.get(code) ??
      (typeof errcode === "number" ? BY_SQLITE_CODE.get(errcode & PRIMARY_CODE) : undefined) ??
      ($metadata && BY_SQLITE_TEXT.find(([text]) => message.includes(text))?.[1]);
    if (describe) return { describe, path };
    if (cause instanceof AggregateError) {
      return cause.errors.map(findFault).find((fault) => fault !== undefined);
    }
  }
  return undefined;
}

/** Calls `work`, and adds the file's path to its error. */
export function namingFile<Result>(path: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    throw error instanceof Error ? Object.assign(error, { path }) : error;
  }
}
