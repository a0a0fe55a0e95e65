import { CustomAttributeType, Entity, type EntityItem } from "electrodb";
import { key, tableConfiguration, text } from "../platform/table/entity.ts";

/** Probes that began together: when, in seconds since 1970, and a character for each name of the hour. */
export interface Row {
  at: number;
  probes: string;
}

/** Probes of a bucket's websites within an hour: those of all rounds, or those of one call that probes separately. */
export const BucketHour = new Entity(
  {
    model: { service: "monitoring", entity: "bucketHour", version: "2" },
    attributes: {
      minutes: { type: "number", required: true },
      depth: { type: "number", required: true },
      number: { type: "number", required: true },
      /** `2026-01-31T09`, in UTC; for separate probes followed by `#` and an id. */
      hour: text,
      /** The short names of the websites probed within the hour, one after another (`nameOf`). */
      names: text,
      /** By the slot of a round, or the id of separate probes: each is written once. */
      rows: { type: CustomAttributeType<Record<string, Row>>("any"), required: true },
      /** Seconds since 1970: DynamoDB's time to live removes the item some time after. */
      expires_epoch: { type: "number", required: true },
    },
    indexes: {
      ofBucket: {
        pk: key("pk", "bucket#${minutes}#${depth}#${number}"),
        sk: key("sk", "hour#${hour}"),
      },
    },
  },
  tableConfiguration,
);

export type BucketHourRecord = EntityItem<typeof BucketHour>;
