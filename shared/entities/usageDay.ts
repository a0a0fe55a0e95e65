import { CustomAttributeType, type EntityItem } from "electrodb";
import { entity, expiry, optionalText, primary, text } from "../platform/table/entity.ts";

const count = { type: "number" } as const;

/**
 * What a reseller used on a day. It is outside the keys of resellers, because it is billed after a reseller has
 * left.
 */
export const UsageDay = entity(
  "usageDay",
  {
    reseller_uuid: text,
    /** In UTC, `2026-01-31`. */
    day: text,
    /** Websites by plan when the day began. */
    websites: { type: CustomAttributeType<Record<string, number>>("any") },
    checks: count,
    audits: count,
    deliveries: count,
    /** Mails that count against the limit of a day, and reports, which do not. */
    sent: count,
    reports: count,
    /** When the last report of the day was sent. */
    reported_at: optionalText,
    /** Those that were not sent because of the limit, or because the reseller was closed. */
    not_sent: count,
    api_calls: count,
    /** New prospects, which are limited by the day. */
    prospects: count,
    expires_epoch: expiry,
  },
  {
    ofReseller: primary("usage#${reseller_uuid}", "day#${day}"),
  },
);

export type UsageDayRecord = EntityItem<typeof UsageDay>;
