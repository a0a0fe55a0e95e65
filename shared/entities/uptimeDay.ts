import { CustomAttributeType, Entity, type EntityItem } from "electrodb";
import { key, tableConfiguration, text } from "../platform/table/entity.ts";

/** The uptime figures of a website on a day (UTC), kept for 400 days. */
export const UptimeDay = new Entity(
  {
    model: { service: "monitoring", entity: "uptimeDay", version: "1" },
    attributes: {
      reseller_uuid: text,
      /** The website's. */
      uuid: text,
      /** `2026-01-31`. */
      day: text,
      looks: { type: "number", required: true },
      failures: { type: "number", required: true },
      /** Probes whose first attempt failed, whatever the second one found. */
      failed_attempts: { type: "number", required: true, default: 0 },
      /** Seconds. */
      observed: { type: "number", required: true },
      down: { type: "number", required: true },
      /** The number of answers by class of duration (`shared/uptime/characters.ts`). */
      times: { type: CustomAttributeType<Record<string, number>>("any"), required: true },
      /** Seconds since 1970: DynamoDB's time to live removes the item some time after. */
      expires_epoch: { type: "number", required: true },
    },
    indexes: {
      ofWebsite: {
        pk: key("pk", "reseller#${reseller_uuid}#website#${uuid}#uptime"),
        sk: key("sk", "day#${day}"),
      },
    },
  },
  tableConfiguration,
);

export type UptimeDayRecord = EntityItem<typeof UptimeDay>;
