import { deflateRawSync, inflateRawSync } from "node:zlib";

/** A required attribute that is stored as compressed JSON; its type is a `CustomAttributeType`. */
export const packed = { required: true, set: packJson, get: unpackJson } as const;

/** A value as compressed JSON. */
export function packJson(value: unknown): Uint8Array {
  return deflateRawSync(JSON.stringify(value));
}

/** The value of compressed JSON, also as the table's stream has it. */
export function unpackJson<Value>(stored: Uint8Array | Value): Value {
  return stored instanceof Uint8Array ? JSON.parse(inflateRawSync(stored).toString()) : stored;
}
