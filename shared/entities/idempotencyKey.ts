import { CustomAttributeType, Entity, type EntityItem } from "electrodb";
import { key, tableConfiguration, text } from "../platform/table/entity.ts";

/**
 * A request with an `Idempotency-Key`: running until its lease ends, then done, or the key is free. The
 * key itself is not stored. Attributes are short, so that the item of a usual answer fits into a kilobyte.
 */
export const IdempotencyKey = new Entity(
  {
    model: { service: "monitoring", entity: "idempotencyKey", version: "1" },
    attributes: {
      reseller_uuid: text,
      /** SHA-256 of the key with method, path and query, in base64url. */
      digest: text,
      /** SHA-256 of the body, in base64url. Another body is refused. */
      fingerprint: text,
      /** Identifies the request that holds the key, which alone may write its answer. */
      token: text,
      /** Seconds since 1970: until then, a running request holds the key. */
      lease_epoch: { type: "number" },
      /** The answer of a request that is done: JSON, compressed by `deflateRaw`. */
      answer: { type: CustomAttributeType<Uint8Array>("any") },
      /** Seconds since 1970: DynamoDB's time to live removes the item afterwards. */
      expires_epoch: { type: "number", required: true },
    },
    indexes: {
      byDigest: {
        pk: key("pk", "reseller#${reseller_uuid}#idempotencyKey#${digest}", [
          "reseller_uuid",
          "digest",
        ]),
        sk: key("sk", "idempotencyKey", []),
      },
    },
  },
  tableConfiguration,
);

export type IdempotencyKeyRecord = EntityItem<typeof IdempotencyKey>;
