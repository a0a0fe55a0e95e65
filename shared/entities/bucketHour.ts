import { CustomAttributeType, Entity, type EntityItem } from "electrodb";
import { key, tableConfiguration, text } from "../table/entity.ts";
import type { Period } from "./check.ts";

/** A round as it is stored: its slot, when it began, and a character for each name of the hour. */
export interface Row {
  slot: number;
  at: number;
  probes: string;
}

/** Stands for a website that was not probed or left the bucket. Any other character stands for a response time. */
export const NOT_PROBED = " ";

/** The rounds of a bucket within an hour. Times are seconds since 1970. */
export const BucketHour = new Entity(
  {
    model: { service: "monitoring", entity: "bucketHour", version: "1" },
    attributes: {
      minutes: { type: "number", required: true },
      depth: { type: "number", required: true },
      number: { type: "number", required: true },
      /** `2026-01-31T09`, in UTC. */
      hour: text,
      /** The short names of the websites probed within the hour, one after another (`nameOf`). */
      names: text,
      rows: { type: CustomAttributeType<Row[]>("any"), required: true },
      /** Increased by each write, which requires the revision that was read. */
      revision: { type: "number", required: true },
      /** Periods of the last days without a round, oldest first. */
      gaps: { type: CustomAttributeType<Period[]>("any"), required: true },
      /** The first round that is remembered; nothing is known of the time before. */
      since: { type: "number" },
      /** The last day (`2026-01-31`) whose figures were written for the bucket's websites. */
      folded: text,
      /** Seconds since 1970: DynamoDB's time to live removes the item some time after. */
      expires_epoch: { type: "number", required: true },
    },
    indexes: {
      ofBucket: {
        pk: key("pk", "bucket#${minutes}#${depth}#${number}", ["minutes", "depth", "number"]),
        sk: key("sk", "hour#${hour}", ["hour"]),
      },
    },
  },
  tableConfiguration,
);

export type BucketHourRecord = EntityItem<typeof BucketHour>;
