import { deflateRawSync, inflateRawSync } from "node:zlib";
import { CustomAttributeType, Entity, type EntityItem } from "electrodb";
import {
  key,
  nextSequence,
  optionalText,
  tableConfiguration,
  text,
} from "../platform/table/entity.ts";

/** One entry of a website's feed. `data` has the shape of its `type` (section 2.8 of the specification). */
export const FeedItem = new Entity(
  {
    model: { service: "monitoring", entity: "feedItem", version: "1" },
    attributes: {
      reseller_uuid: text,
      business_uuid: text,
      website_uuid: text,
      /** The item's place in the website's feed (`takeFeedSequences`). */
      sequence: { type: "number", required: true, padding: { length: 7, char: "0" } },
      uuid: text,
      competitor_uuid: optionalText,
      category: text,
      type: text,
      status: text,
      data: {
        type: CustomAttributeType<Record<string, unknown>>("any"),
        required: true,
        set: packData,
        get: unpackData,
      },
      created_at: text,
      updated_at: optionalText,
      /** It is of a prospect: no event tells of it. */
      is_quiet: { type: "boolean" },
      /** Seconds since 1970: DynamoDB's time to live removes the item afterwards. */
      expires_epoch: { type: "number" },
    },
    indexes: {
      ofWebsite: {
        pk: key("pk", "reseller#${reseller_uuid}#feed#${website_uuid}"),
        sk: key("sk", "${business_uuid}#${sequence}"),
      },
    },
  },
  tableConfiguration,
);

export type FeedItemRecord = EntityItem<typeof FeedItem>;

/** Counts the feed items that were ever written for a website: the place of the next one in its feed. */
export const FeedCounter = new Entity(
  {
    model: { service: "monitoring", entity: "feedCounter", version: "1" },
    attributes: {
      reseller_uuid: text,
      website_uuid: text,
      next_sequence: nextSequence,
    },
    indexes: {
      ofWebsite: {
        pk: key("pk", "reseller#${reseller_uuid}#website#${website_uuid}#feed"),
        sk: key("sk", "counter"),
      },
    },
  },
  tableConfiguration,
);

/** Compressing shorter JSON saves hardly anything. */
const LEAST_PACKED = 200;

type Data = Record<string, unknown>;

/** The `data` of a feed item as it is stored: long JSON is compressed. */
function packData(data: Data): Data | Uint8Array {
  const json = JSON.stringify(data);
  return json.length < LEAST_PACKED ? data : deflateRawSync(json);
}

/** The `data` of a feed item as it was written. */
export function unpackData(stored: Data | Uint8Array): Data {
  return stored instanceof Uint8Array ? JSON.parse(inflateRawSync(stored).toString()) : stored;
}
