import { CustomAttributeType, Entity } from "electrodb";
import { key, tableConfiguration } from "../platform/table/entity.ts";
import { packed } from "./findings.ts";

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
