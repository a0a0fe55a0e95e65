import { createHash } from "node:crypto";
import { CachedAnswer } from "../../shared/entities/cachedAnswer.ts";

/** Keeps JSON values until they expire. */
export interface Cache {
  get(key: string): Promise<unknown>;
  set(key: string, value: unknown, seconds: number): Promise<void>;
}

/** DynamoDB takes items of 400 KB. */
const LARGEST_BYTES = 300_000;

/** The cache that all functions share. A value of more than 300 KB is not kept. */
export const tableCache: Cache = {
  async get(key) {
    const { data } = await CachedAnswer.get({ digest: digestOf(key) }).go();
    return data && data.expires_epoch > Date.now() / 1000 ? data.answer : undefined;
  },
  async set(key, value, seconds) {
    if (Buffer.byteLength(JSON.stringify(value)) > LARGEST_BYTES) return;
    const expires_epoch = Math.ceil(Date.now() / 1000 + seconds);
    await CachedAnswer.put({ digest: digestOf(key), answer: value, expires_epoch }).go();
  },
};

/** The key of a question in the table, which holds no text of clients. */
export function digestOf(key: string): string {
  return createHash("sha256").update(key).digest("hex");
}
