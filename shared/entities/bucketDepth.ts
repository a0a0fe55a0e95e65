import { CustomAttributeType, Entity, type EntityItem } from "electrodb";
import { key, tableConfiguration } from "../platform/table/entity.ts";

/** The depth of an interval's buckets: its websites are divided into 2 to the power of the depth. */
export const BucketDepth = new Entity(
  {
    model: { service: "monitoring", entity: "bucketDepth", version: "1" },
    attributes: {
      minutes: { type: "number", required: true },
      /** By depth, since when it was in use, in seconds since 1970. The last one is in use now. */
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
