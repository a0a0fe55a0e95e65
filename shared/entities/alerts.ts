import { CustomAttributeType, Entity, type EntityItem } from "electrodb";
import { audited, key, tableConfiguration, text } from "../table/entity.ts";

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

/** Where an account's alerts go, and when. Without it, there are none. */
export const Alerts = new Entity(
  {
    model: { service: "monitoring", entity: "alerts", version: "1" },
    attributes: {
      ...audited,
      reseller_uuid: text,
      /** Increased by each write, which requires the revision that was read. */
      revision: { type: "number", required: true },
      addresses: { type: CustomAttributeType<AlertAddress[]>("any"), required: true },
      delay_minutes: { type: "number", required: true },
      quiet_hours: { type: CustomAttributeType<QuietHours>("any") },
    },
    indexes: {
      ofReseller: {
        pk: key("pk", "reseller#${reseller_uuid}#alerts", ["reseller_uuid"]),
        sk: key("sk", "settings", []),
      },
    },
  },
  tableConfiguration,
);

export type AlertsRecord = EntityItem<typeof Alerts>;
