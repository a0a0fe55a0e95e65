import type { Cache } from "../../../../shared/audit/services/answers.ts";

/** A cache of one test. */
export function mapCache(now = Date.now): Cache {
  const entries = new Map<string, { value: unknown; until: number }>();
  return {
    async get(key) {
      const entry = entries.get(key);
      return entry && entry.until > now() ? entry.value : undefined;
    },
    async set(key, value, seconds) {
      entries.set(key, { value, until: now() + seconds * 1000 });
    },
  };
}
