/** What to do about a fault of the disk, by the error codes of Node and the messages of SQLite. */
const FAULTS: readonly [pattern: RegExp, sentence: string][] = [
  [
    /^(?:ENOSPC|EDQUOT)$|database or disk is full/,
    "PLACE can't be written, because the disk is full: free some space, then try again.",
  ],
  [
    /^(?:EROFS|EACCES|EPERM|EEXIST|EISDIR|ENOTDIR)$|write a readonly database|unable to open database file/,
    "PLACE can't be read or written: check its permissions, or set DATA_DIR to another directory.",
  ],
  [
    /^EIO$|disk I\/O error|disk image is malformed|file is not a database/,
    'PLACE is damaged: restore a copy, or delete the data with "npm run reset".',
  ],
];

interface SystemError extends Error {
  code?: unknown;
  path?: unknown;
  /** The answer of a service, the embedded database included; other texts prove nothing. */
  $metadata?: object;
}

/**
 * One sentence about an error of the disk, or about an error that it caused; undefined for any other. `place` is the
 * file, for errors that don't name it.
 */
export function describeSystemFault(
  error: unknown,
  place = "The data in DATA_DIR",
): string | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { code, path, message, $metadata } = cause as SystemError;
    const said = code === "ERR_SQLITE_ERROR" || $metadata ? message : String(code);
    const fault = describeDiskFault(said, typeof path === "string" ? path : place);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

/** The same about an error code, or about what SQLite or the embedded database says. */
export function describeDiskFault(said: string, place: string): string | undefined {
  return FAULTS.find(([pattern]) => pattern.test(said))?.[1].replace("PLACE", place);
}

/** One sentence about an answer of AWS or the database, or about none; undefined for any other error. */
export function describeServiceFault(error: unknown): string | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (!("$metadata" in cause)) continue;
    return `AWS or the database failed (${cause.name}). Try again; if it lasts, check AWS_ENDPOINT_URL_DYNAMODB and the credentials. DEBUG=1 shows where.`;
  }
  return undefined;
}

/** What the operator's shell lacks to call AWS, or AWS's message in one line. */
export function describeAwsFault({ name, message }: Error): string {
  if (message === "Region is missing") {
    return "no region is set. Set AWS_REGION, or AWS_PROFILE to a profile that has one.";
  }
  if (name === "CredentialsProviderError") {
    return 'no credentials of AWS are found, or none that are valid. Set AWS_PROFILE to a profile that has some, or sign in again ("aws sso login").';
  }
  return oneLine(name, message);
}

export function oneLine(name = "Error", message = ""): string {
  return `${name}: ${message}`.replace(/\s+/g, " ").trim();
}
