import { CustomAttributeType, Entity, type EntityItem } from "electrodb";
import { key, tableConfiguration } from "../table/entity.ts";

/** Into how many buckets the websites of an interval are divided: 2 to the power of the depth. */
export const BucketDepth = new Entity(
  {
    model: { service: "monitoring", entity: "bucketDepth", version: "1" },
    attributes: {
      minutes: { type: "number", required: true },
      /** By depth, since when that depth was in use, in seconds since 1970; the last one still is. */
      since: { type: CustomAttributeType<number[]>("any"), required: true },
    },
    indexes: {
      ofAll: {
        pk: key("pk", "buckets#depths", []),
        sk: key("sk", "minutes#${minutes}", ["minutes"]),
      },
    },
  },
  tableConfiguration,
);

export type BucketDepthRecord = EntityItem<typeof BucketDepth>;
