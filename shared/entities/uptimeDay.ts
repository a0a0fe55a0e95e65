import { CustomAttributeType, type EntityItem } from "electrodb";
import { entity, expiry, ofWebsite, primary, text } from "../platform/table/entity.ts";

/** The uptime figures of a website on a day (UTC), kept for 400 days. */
export const UptimeDay = entity(
  "uptimeDay",
  {
    ...ofWebsite,
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
    expires_epoch: expiry,
  },
  {
    ofWebsite: primary("reseller#${reseller_uuid}#website#${uuid}#uptime", "day#${day}"),
  },
);

export type UptimeDayRecord = EntityItem<typeof UptimeDay>;
