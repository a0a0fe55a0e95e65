/**
 * @file A reseller's sandbox is a reseller of its own, which test keys are keys of: what keeps resellers
 * apart keeps the two apart. Only their identifiers tell that they belong together.
 */

/** Where the version of a UUID stands (RFC 9562). */
const VERSION = 14;

/**
 * The identifier in the sandbox of what has this one: of the reseller itself, and of what the sandbox
 * begins with as a copy. Theirs are of version 7, and of version 8 there.
 */
export function twinOf(uuid: string): string {
  return withVersion(uuid, uuid[VERSION] === "8" ? "7" : "8");
}

/** Whether this can be a reseller's identifier: of version 7, as `newUuid` makes them, and no sandbox's. */
export function canHaveTwin(uuid: string): boolean {
  return uuid[VERSION] === "7";
}

/** The same for a reseller and its sandbox, where what counts is whose something is in the end. */
export function accountOf(reseller_uuid: string): string {
  return withVersion(reseller_uuid, "x");
}

function withVersion(uuid: string, version: string): string {
  return uuid.slice(0, VERSION) + version + uuid.slice(VERSION + 1);
}
