import { CustomAttributeType, type EntityItem } from "electrodb";
import { entity, expiry, primary, text } from "../platform/table/entity.ts";

/** Probes that began together: when, in seconds since 1970, and a character for each name of the hour. */
export interface Row {
  at: number;
  probes: string;
}

/** Probes of a bucket's websites within an hour: those of all rounds, or those of one call that probes separately. */
export const BucketHour = entity(
  "bucketHour",
  {
    minutes: { type: "number", required: true },
    depth: { type: "number", required: true },
    number: { type: "number", required: true },
    /** `2026-01-31T09`, in UTC; for separate probes followed by `#` and an id. */
    hour: text,
    /** The short names of the websites probed within the hour, one after another (`nameOf`). */
    names: text,
    /** By the slot of a round, or the id of separate probes: each is written once. */
    rows: { type: CustomAttributeType<Record<string, Row>>("any"), required: true },
    expires_epoch: expiry,
  },
  {
    ofBucket: primary("bucket#${minutes}#${depth}#${number}", "hour#${hour}"),
  },
  "2",
);

export type BucketHourRecord = EntityItem<typeof BucketHour>;
