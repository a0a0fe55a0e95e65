import type { ApiKeyRecord } from "../entities/apiKey.ts";

/** A key without its hash; the key itself is not stored. */
export function presentKey(key: ApiKeyRecord) {
  return {
    uuid: key.uuid,
    name: key.name,
    is_test: key.is_test ?? false,
    is_read_only: key.is_read_only ?? false,
    allowed_ips: key.allowed_ips ?? null,
    created_at: key.created_at,
    expires_at: key.expires_at ?? null,
    last_used_at: key.last_used_at ?? null,
  };
}
