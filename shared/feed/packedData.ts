import { deflateRawSync, inflateRawSync } from "node:zlib";

/** Shorter JSON hardly becomes smaller. */
const LEAST_PACKED = 200;

type Data = Record<string, unknown>;

/** The `data` of a feed item as it is stored: compressed JSON, where that is smaller. */
export function packData(data: Data): Data | Uint8Array {
  const json = JSON.stringify(data);
  return json.length < LEAST_PACKED ? data : deflateRawSync(json);
}

/** The `data` of a feed item as it was written. */
export function unpackData(stored: Data | Uint8Array): Data {
  return stored instanceof Uint8Array ? JSON.parse(inflateRawSync(stored).toString()) : stored;
}
