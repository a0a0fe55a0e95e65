import type { ApiKeyRecord } from "../../shared/entities/apiKey.ts";

/** What an operator is told of a key: neither the key, which nobody has, nor its hash. */
export function presentKey(apiKey: ApiKeyRecord) {
  const { uuid, name, created_at } = apiKey;
  const { last_used_at = null, expires_at = null, revoked_at = null } = apiKey;
  return { uuid, name, created_at, last_used_at, expires_at, revoked_at };
}
