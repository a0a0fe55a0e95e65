import { createHash } from "node:crypto";
import { CachedAnswer } from "../../shared/entities/cachedAnswer.ts";
import type { Cache } from "./analysers/cache.ts";

/** A cache that all audits share, so that no service is asked the same again by each of them. */
export const tableCache: Cache = {
  async get(key) {
    const { data } = await CachedAnswer.get({ digest: digestOf(key) }).go();
    return data && data.expires_epoch > Date.now() / 1000 ? data.answer : undefined;
  },
  async set(key, value, seconds) {
    const expires_epoch = Math.ceil(Date.now() / 1000 + seconds);
    await CachedAnswer.put({ digest: digestOf(key), answer: value, expires_epoch }).go();
  },
};

function digestOf(key: string): string {
  return createHash("sha256").update(key).digest("hex");
}
