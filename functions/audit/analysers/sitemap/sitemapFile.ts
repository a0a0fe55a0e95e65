import { createGunzip } from "node:zlib";

/** The protocol's limits for one file, inflated: sitemaps.org, "Sitemap file". */
export const MAX_FILE_BYTES = 52_428_800;
export const MAX_FILE_URLS = 50_000;

const CHUNK_BYTES = 65_536;

/** The file piece by piece, inflated where it is gzip; nothing comes after `MAX_FILE_BYTES`. */
export async function* readChunks(body: Buffer): AsyncGenerator<Buffer> {
  let left = MAX_FILE_BYTES + 1;
  for await (const chunk of isGzip(body) ? inflate(body) : slices(body)) {
    yield chunk.subarray(0, left);
    left -= chunk.length;
    if (left <= 0) return;
  }
}

function isGzip(body: Buffer) {
  return body[0] === 0x1f && body[1] === 0x8b;
}

function* slices(body: Buffer) {
  for (let start = 0; start < body.length; start += CHUNK_BYTES) {
    yield body.subarray(start, start + CHUNK_BYTES);
  }
}

/** Inflates no more than is asked for: a bomb stays packed. */
async function* inflate(body: Buffer): AsyncGenerator<Buffer> {
  const gunzip = createGunzip({ chunkSize: CHUNK_BYTES });
  gunzip.end(body);
  yield* gunzip;
}
