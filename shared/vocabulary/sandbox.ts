/**
 * @file A reseller's sandbox is a reseller of its own, which owns the test keys. Only the two
 * identifiers show that they belong together.
 */

/** The position of the version in a UUID (RFC 9562). */
const VERSION = 14;

/**
 * The identifier in the sandbox of a reseller, or of a record that is copied into the sandbox: the same
 * UUID with version 8 instead of 7. The twin of a twin is the original.
 */
export function twinOf(uuid: string): string {
  const version = uuid[VERSION] === "8" ? "7" : "8";
  return uuid.slice(0, VERSION) + version + uuid.slice(VERSION + 1);
}
