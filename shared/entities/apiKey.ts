import { Entity, type EntityItem } from "electrodb";
import { key, optionalText, tableConfiguration, text } from "../table/entity.ts";

const optionalFlag = { type: "boolean" } as const;

/**
 * An API key. Its uuid is made of the first 128 bits of the SHA-256 of the key (`shared/http/apiKey.ts`),
 * so that a key is found with one read and the key itself is stored nowhere.
 */
export const ApiKey = new Entity(
  {
    model: { service: "monitoring", entity: "apiKey", version: "1" },
    attributes: {
      uuid: text,
      sha256: text,
      reseller_uuid: text,
      name: text,
      /** A key of a reseller's sandbox, which `reseller_uuid` is then. */
      is_test: optionalFlag,
      /** It can ask for what changes nothing and tells no secret, and for nothing else. */
      is_read_only: optionalFlag,
      /** Where requests with it may come from: networks as `shared/http/authorize.ts` has them; absent: anywhere. */
      allowed_ips: { type: "list", items: { type: "string" } },
      created_at: text,
      last_used_at: optionalText,
      expires_at: optionalText,
      revoked_at: optionalText,
    },
    indexes: {
      byUuid: {
        pk: key("pk", "apiKey#${uuid}", ["uuid"]),
        sk: key("sk", "apiKey", []),
      },
      ofReseller: {
        index: "gsi1",
        pk: key("gsi1pk", "reseller#${reseller_uuid}#apiKeys", ["reseller_uuid"]),
        sk: key("gsi1sk", "${created_at}#${uuid}", ["created_at", "uuid"]),
      },
    },
  },
  tableConfiguration,
);

export type ApiKeyRecord = EntityItem<typeof ApiKey>;
