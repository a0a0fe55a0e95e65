import { CustomAttributeType, Entity, type EntityItem } from "electrodb";
import { key, tableConfiguration, text } from "../table/entity.ts";

/**
 * A request that came with an `Idempotency-Key`: under way until its lease ends, then done or free.
 * The key itself is in no item. An answer of 1 kB has to fit into one kilobyte with all of this.
 */
export const IdempotencyKey = new Entity(
  {
    model: { service: "monitoring", entity: "idempotencyKey", version: "1" },
    attributes: {
      reseller_uuid: text,
      /** SHA-256 of the key with method, path and query, in base64url. */
      digest: text,
      /** SHA-256 of the body, in base64url: another body is another request. */
      fingerprint: text,
      /** Whose claim it is: the condition under which its answer is written. */
      token: text,
      /** Seconds since 1970, while it is under way: from then on another request may have the key. */
      lease_epoch: { type: "number" },
      /** Once it is done: JSON, compressed by `deflateRaw`. */
      answer: { type: CustomAttributeType<Uint8Array>("any") },
      /** Seconds since 1970: DynamoDB's time to live removes the item some time after. */
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
