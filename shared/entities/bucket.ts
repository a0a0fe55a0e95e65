import { CustomAttributeType, Entity, type EntityItem } from "electrodb";
import { key, tableConfiguration, text } from "../platform/table/entity.ts";
import { packed } from "./findings.ts";

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
        pk: key("pk", "bucket#${minutes}#${depth}#${number}", ["minutes", "depth", "number"]),
        sk: key("sk", "hour#${hour}", ["hour"]),
      },
    },
  },
  tableConfiguration,
);

export type BucketHourRecord = EntityItem<typeof BucketHour>;

/** What lists show of the uptime of a website. */
export interface ListFigures {
  /** Of each of 24 hours, oldest first: the percentage of its observed time that the website was up. */
  hours: (number | null)[];
  /** Of the responses of these hours, in milliseconds: the median, and what one in twenty exceeds. */
  response_ms: number | null;
  response_p95_ms?: number | null;
  /** Seconds of about 30 days until the end of the last hour. */
  observed: number;
  down: number;
}

/** The figures of a bucket's websites for lists, rewritten every hour (`shared/uptime/listFigures.ts`). */
export const BucketFigures = new Entity(
  {
    model: { service: "monitoring", entity: "bucketFigures", version: "1" },
    attributes: {
      minutes: { type: "number", required: true },
      depth: { type: "number", required: true },
      number: { type: "number", required: true },
      /** The end of the last hour, in seconds since 1970. */
      until: { type: "number", required: true },
      /** By the short names of the websites (`nameOf`), compressed. */
      figures: {
        type: CustomAttributeType<Record<string, ListFigures>>("any"),
        ...packed,
      },
      /** Seconds since 1970: DynamoDB's time to live removes the item some time after. */
      expires_epoch: { type: "number", required: true },
    },
    indexes: {
      ofBucket: {
        pk: key("pk", "bucket#${minutes}#${depth}#${number}", ["minutes", "depth", "number"]),
        sk: key("sk", "figures", []),
      },
    },
  },
  tableConfiguration,
);
