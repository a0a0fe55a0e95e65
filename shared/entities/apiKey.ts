import type { EntityItem } from "electrodb";
import { audited, entity, index, optionalText, primary, text } from "../platform/table/entity.ts";

const optionalFlag = { type: "boolean" } as const;

/**
 * An API key. Its uuid is made of the key's SHA-256 (`shared/platform/apiKey.ts`): one read finds a key, and
 * the key itself is not stored.
 */
export const ApiKey = entity(
  "apiKey",
  {
    ...audited,
    uuid: text,
    sha256: text,
    reseller_uuid: text,
    name: text,
    /** The key belongs to a sandbox, which is its `reseller_uuid`. */
    is_test: optionalFlag,
    /** The key can only be used for reads that return no secret. */
    is_read_only: optionalFlag,
    /** Networks that requests with the key may come from (`parseNetwork`); absent: any. */
    allowed_ips: { type: "list", items: { type: "string" } },
    created_at: text,
    last_used_at: optionalText,
    expires_at: optionalText,
    revoked_at: optionalText,
  },
  {
    byUuid: primary("apiKey#${uuid}", "apiKey"),
    ofReseller: index("gsi1", "reseller#${reseller_uuid}#apiKeys", "${created_at}#${uuid}"),
  },
);

export type ApiKeyRecord = EntityItem<typeof ApiKey>;
