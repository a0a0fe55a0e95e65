import { v7 } from "uuid";

/** A new identifier: UUID version 7, so that identifiers sort in the order they were made. */
export function newUuid(): string {
  return v7();
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The UUID in the lower case it is stored in, or undefined when the text is none. */
export function parseUuid(text: string | undefined): string | undefined {
  return text !== undefined && UUID.test(text) ? text.toLowerCase() : undefined;
}
