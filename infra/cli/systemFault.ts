type Describe = (place: string) => string;

const full: Describe = (place) =>
  `The disk is full: ${place} can't be written. Free some space, then try again: no data are lost.`;
const unusable: Describe = (place) =>
  `${place} can't be read or written: check its permissions, or set DATA_DIR to another directory.`;
const damaged: Describe = (place) =>
  `${place} is damaged: restore a copy, or delete the data with "npm run reset".`;

/** The faults of a disk, by the error codes of Node and the messages of SQLite. */
const FAULTS: readonly [pattern: RegExp, describe: Describe][] = [
  [/^(?:ENOSPC|EDQUOT)$|database or disk is full/, full],
  [
    /^(?:EROFS|EACCES|EPERM|EEXIST|EISDIR|ENOTDIR)$|write a readonly database|unable to open database file/,
    unusable,
  ],
  [/^EIO$|disk I\/O error|disk image is malformed|file is not a database/, damaged],
];

interface SystemError extends Error {
  code?: unknown;
  path?: unknown;
  /** The answer of a service, the embedded database included; other texts prove nothing. */
  $metadata?: object;
}

/**
 * One sentence on what to do about an error of the disk, or about an error that it caused; undefined for any
 * other. `place` is the file, for errors that don't name it.
 */
export function describeSystemFault(
  error: unknown,
  place = "the data in DATA_DIR",
): string | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { code, path, message, $metadata } = cause as SystemError;
    const said = code === "ERR_SQLITE_ERROR" || $metadata ? message : String(code);
    const fault = describeDiskFault(said, typeof path === "string" ? path : place);
    if (fault !== undefined) return fault;
    if (cause instanceof AggregateError) {
      const faults = cause.errors.map((each) => describeSystemFault(each, place));
      return faults.find((each) => each !== undefined);
    }
  }
  return undefined;
}

/** The same about an error code, or about what SQLite or the embedded database says. */
export function describeDiskFault(said: string, place: string): string | undefined {
  return FAULTS.find(([pattern]) => pattern.test(said))?.[1](place);
}

/** One sentence about an answer of AWS or the database, or about none; undefined for any other error. */
export function describeServiceFault(error: unknown): string | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (!("$metadata" in cause)) continue;
    return `AWS or the database failed (${cause.name}). Try again; if it lasts, check AWS_ENDPOINT_URL_DYNAMODB and the credentials. DEBUG=1 shows where.`;
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
