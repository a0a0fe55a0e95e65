import { CustomAttributeType, Entity } from "electrodb";
import { key, tableConfiguration, text } from "../platform/table/entity.ts";

/** A third party's answer, cached for all functions until it expires. */
export const CachedAnswer = new Entity(
  {
    model: { service: "monitoring", entity: "cachedAnswer", version: "1" },
    attributes: {
      /** SHA-256 of the question, in hexadecimal. */
      digest: text,
      answer: { type: CustomAttributeType<unknown>("any") },
      /** Seconds since 1970: DynamoDB's time to live removes the item afterwards. */
      expires_epoch: { type: "number", required: true },
    },
    indexes: {
      byDigest: {
        pk: key("pk", "answer#${digest}", ["digest"]),
        sk: key("sk", "answer", []),
      },
    },
  },
  tableConfiguration,
);
