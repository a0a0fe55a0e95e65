import { createHash } from "node:crypto";
import { v7 } from "uuid";

/** A new identifier: UUID version 7, which sorts by the time of creation. */
export function newUuid(): string {
  return v7();
}

/** The identifier of what must exist only once: always the same for a time in milliseconds and a name. */
export function uuidFor(msecs: number, name: string): string {
  return v7({ msecs, random: createHash("sha256").update(name).digest() });
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The UUID in lower case, as it is stored; undefined if the text is not a UUID. */
export function parseUuid(text: string | undefined): string | undefined {
  return text !== undefined && UUID.test(text) ? text.toLowerCase() : undefined;
}

/** The lowest UUID of version 7 of this time (milliseconds since 1970) or later: one begins with its time. */
export function firstUuidAt(time: number): string {
  const digits = Math.max(0, time).toString(16).padStart(12, "0");
  return `${digits.slice(0, 8)}-${digits.slice(8)}-0000-0000-000000000000`;
}
