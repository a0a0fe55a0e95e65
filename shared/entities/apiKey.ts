import { Entity, type EntityItem } from "electrodb";
import { audited, key, optionalText, tableConfiguration, text } from "../platform/table/entity.ts";

const optionalFlag = { type: "boolean" } as const;

/**
 * An API key. Its uuid is made of the key's SHA-256 (`shared/platform/apiKey.ts`): one read finds a key, and
 * the key itself is not stored.
 */
export const ApiKey = new Entity(
  {
    model: { service: "monitoring", entity: "apiKey", version: "1" },
    attributes: {
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
    indexes: {
      byUuid: {
        pk: key("pk", "apiKey#${uuid}"),
        sk: key("sk", "apiKey"),
      },
      ofReseller: {
        index: "gsi1",
        pk: key("gsi1pk", "reseller#${reseller_uuid}#apiKeys"),
        sk: key("gsi1sk", "${created_at}#${uuid}"),
      },
    },
  },
  tableConfiguration,
);

export type ApiKeyRecord = EntityItem<typeof ApiKey>;
