/**
 * @file A reseller's sandbox is a second reseller, to which the test keys belong, so it is separated
 * like any other reseller. Only the identifiers show that the two belong together.
 */

/** The position of the version in a UUID (RFC 9562). */
const VERSION = 14;

/**
 * The sandbox's identifier for the reseller, or for a record that the sandbox starts with as a copy:
 * the same UUID with version 8 instead of 7.
 */
export function twinOf(uuid: string): string {
  return withVersion(uuid, uuid[VERSION] === "8" ? "7" : "8");
}

/** Whether this can be the identifier of a reseller (version 7, as `newUuid` makes them), not of a sandbox. */
export function canHaveTwin(uuid: string): boolean {
  return uuid[VERSION] === "7";
}

/** A key that is the same for a reseller and its sandbox. */
export function accountOf(reseller_uuid: string): string {
  return withVersion(reseller_uuid, "x");
}

function withVersion(uuid: string, version: string): string {
  return uuid.slice(0, VERSION) + version + uuid.slice(VERSION + 1);
}
