import type { Cache } from "../../../../shared/audit/services/answers.ts";

/** A cache of one test, which forgets nothing. */
export function mapCache(): Cache {
  const entries = new Map<string, unknown>();
  return {
    get: async (key) => entries.get(key),
    async set(key, value) {
      entries.set(key, value);
    },
  };
}
