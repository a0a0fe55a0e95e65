import { Entity, type EntityItem } from "electrodb";
import { key, optionalText, tableConfiguration, text } from "../platform/table/entity.ts";

/** A downtime of a website, open while it lasts, kept for 400 days. */
export const Downtime = new Entity(
  {
    model: { service: "monitoring", entity: "downtime", version: "1" },
    attributes: {
      reseller_uuid: text,
      /** The website's. */
      uuid: text,
      began_at: text,
      /** The outcome of the probe that confirmed the downtime: `dns`, `timeout`, `http 503` … */
      cause: optionalText,
      ended_at: optionalText,
      /** Seconds in which probes found the website down, and seconds in gaps. */
      duration_seconds: { type: "number" },
      unobserved_seconds: { type: "number" },
      /** Seconds since 1970: DynamoDB's time to live removes the item some time after. */
      expires_epoch: { type: "number", required: true },
    },
    indexes: {
      ofWebsite: {
        pk: key("pk", "reseller#${reseller_uuid}#website#${uuid}#uptime"),
        sk: key("sk", "downtime#${began_at}"),
      },
    },
  },
  tableConfiguration,
);

export type DowntimeRecord = EntityItem<typeof Downtime>;
