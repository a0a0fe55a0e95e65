import { CustomAttributeType, type EntityItem } from "electrodb";
import {
  audited,
  entity,
  expiry,
  ofWebsite,
  optionalText,
  primary,
  text,
} from "../platform/table/entity.ts";

/** Somebody who gets alerts. */
export interface AlertAddress {
  email: string;
  /** What an unsubscribe link holds beside the uuids: the address's own, and 128 random bits in hexadecimal. */
  uuid: string;
  secret: string;
  /** Since when nothing is sent to it. */
  unsubscribed_at?: string | undefined;
}

/** Wall-clock times of the account's time zone: `22:00`. */
export interface QuietHours {
  from: string;
  to: string;
}

/** Where an account's alerts go, and when; and when they have to be looked at next. Without it, there are none. */
export const Alerts = entity(
  "alerts",
  {
    ...audited,
    reseller_uuid: text,
    /** Increased by each write, which requires the revision that was read. */
    revision: { type: "number", required: true },
    addresses: { type: CustomAttributeType<AlertAddress[]>("any"), required: true },
    delay_minutes: { type: "number", required: true },
    quiet_hours: { type: CustomAttributeType<QuietHours>("any") },
    /** `NEVER` once all was told; absent before the first downtime. */
    due_at: optionalText,
    /** With `due_at`, its keys in the index of what is due. */
    due_under: { type: "string", field: "gsi1pk" },
    due_place: { type: "string", field: "gsi1sk" },
  },
  {
    ofReseller: primary("reseller#${reseller_uuid}#alerts", "settings"),
  },
);

export type AlertsRecord = EntityItem<typeof Alerts>;

/** The attributes of alerts that are due. */
export function alertsDueAt(reseller_uuid: string, due_at: string) {
  return { due_at, due_under: "due#alert#0", due_place: `${due_at}#${reseller_uuid}` };
}

/** A downtime for the alerts of its account, until its end was told or does not have to be. */
export const AlertDowntime = entity(
  "alertDowntime",
  {
    ...ofWebsite,
    began_at: text,
    /** When it was noticed, from which the delay counts. */
    confirmed_at: text,
    ended_at: optionalText,
    /** When its end was noticed. */
    recovered_at: optionalText,
    /** The `due_at` of the alerts that tell of its beginning and of its end. */
    begun_in: optionalText,
    ended_in: optionalText,
  },
  {
    ofReseller: primary("reseller#${reseller_uuid}#alerts", "downtime#${uuid}#${began_at}"),
  },
);

export type AlertDowntimeRecord = EntityItem<typeof AlertDowntime>;

/** A downtime as an alert tells of it. */
export interface ToldDowntime {
  website_uuid: string;
  hostname: string;
  business: string;
  began_at: string;
  ended_at?: string | undefined;
  cause?: string | undefined;
}

/** An alert, as each of its addresses gets it. The table's stream has it sent. */
export const Alert = entity(
  "alert",
  {
    reseller_uuid: text,
    due_at: text,
    /** The uuids of the addresses. */
    addresses: { type: CustomAttributeType<string[]>("any"), required: true },
    /** The first of the downtimes that began and ended, and how many there are. */
    begun: { type: CustomAttributeType<ToldDowntime[]>("any"), required: true },
    begun_count: { type: "number", required: true },
    ended: { type: CustomAttributeType<ToldDowntime[]>("any"), required: true },
    ended_count: { type: "number", required: true },
    expires_epoch: expiry,
  },
  {
    ofReseller: primary("reseller#${reseller_uuid}#alerts", "alert#${due_at}"),
  },
);

export type AlertRecord = EntityItem<typeof Alert>;
