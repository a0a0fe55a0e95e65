import type { EntityItem } from "electrodb";
import {
  entity,
  expiry,
  ofWebsite,
  optionalText,
  primary,
  text,
} from "../platform/table/entity.ts";

/** A downtime of a website, open while it lasts, kept for 400 days. */
export const Downtime = entity(
  "downtime",
  {
    ...ofWebsite,
    began_at: text,
    /** The outcome of the probe that confirmed the downtime: `dns`, `timeout`, `http 503` … */
    cause: optionalText,
    ended_at: optionalText,
    /** Seconds in which probes found the website down, and seconds in gaps. */
    duration_seconds: { type: "number" },
    unobserved_seconds: { type: "number" },
    expires_epoch: expiry,
  },
  {
    ofWebsite: primary("reseller#${reseller_uuid}#website#${uuid}#uptime", "downtime#${began_at}"),
  },
);

export type DowntimeRecord = EntityItem<typeof Downtime>;
