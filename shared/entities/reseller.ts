import type { EntityItem } from "electrodb";
import {
  audited,
  entity,
  index,
  nextSequence,
  optionalText,
  primary,
  text,
} from "../platform/table/entity.ts";
import { textLanguages } from "../vocabulary/texts.ts";

/** How often a user gets a report by mail. */
export const reportFrequencies = ["monthly", "weekly", "none"] as const;
export type ReportFrequency = (typeof reportFrequencies)[number];

const optionalNumber = { type: "number" } as const;

/** The attributes that operators set; absent: the default. */
const settings = {
  /** The look of mails to its users. Without a sender name, `name` is used. */
  sender_name: optionalText,
  reply_to: optionalText,
  logo_url: optionalText,
  /** The colour of buttons: `#rrggbb`. */
  colour: optionalText,
  /** The URL at which its users find their results. */
  link: optionalText,
  /** How often its users get a report by mail, unless a user has an own frequency; absent: never. */
  report_mails: { type: reportFrequencies },
  /** The reseller's own e-mail address, for mails about disabled webhooks. */
  email: optionalText,
  /** Limits of records (`shared/lists/recordLimits.ts`). */
  max_users: optionalNumber,
  max_businesses: optionalNumber,
  max_websites: optionalNumber,
  max_websites_per_business: optionalNumber,
  max_competitors_per_business: optionalNumber,
  max_webhooks: optionalNumber,
  max_shares: optionalNumber,
  max_prospects_per_day: optionalNumber,
  /** Limits of requests and deliveries (`shared/limits/rates.ts`). */
  reads_per_minute: optionalNumber,
  writes_per_minute: optionalNumber,
  deliveries_per_minute: optionalNumber,
  /** The limit of mails (`shared/mail/dailyLimit.ts`). */
  mails_per_day: optionalNumber,
} as const;

export type ResellerSetting = keyof typeof settings;

export const resellerSettings = Object.keys(settings) as ResellerSetting[];

/** A reseller. The record names the default plan, so that there is always exactly one. */
export const Reseller = entity(
  "reseller",
  {
    ...audited,
    uuid: text,
    name: text,
    /** Of the e-mails and times that are for the reseller itself; absent: English, UTC. */
    language: { type: textLanguages },
    timezone: optionalText,
    default_plan_uuid: text,
    user_sequence: nextSequence,
    /** The counter of the list of shares. */
    share_sequence: optionalNumber,
    webhook_count: { type: "number", required: true, default: 0 },
    ...settings,
    created_at: text,
    /** The reseller whose sandbox this is (`shared/vocabulary/sandbox.ts`). */
    sandbox_of: optionalText,
    /** Since then, nothing acts in its name. Its records are kept for 30 days (`shared/resellers/closedResellers.ts`). */
    closed_at: optionalText,
    /** Since then, its records are being removed; the reseller itself is removed last. */
    deleting_since: optionalText,
  },
  {
    byUuid: primary("reseller#${uuid}", "reseller"),
    all: index("gsi1", "resellers", "${uuid}"),
  },
);

export type ResellerRecord = EntityItem<typeof Reseller>;

/** Whether a reseller is closed: keys are refused, and no check, mail, webhook or share acts in its name. */
export function isClosed({
  closed_at,
  deleting_since,
}: Partial<Pick<ResellerRecord, "closed_at" | "deleting_since">>): boolean {
  return closed_at !== undefined || deleting_since !== undefined;
}

/** The language and the time zone of a reseller's own e-mails. */
export function accountLocale({
  language = "en",
  timezone = "UTC",
}: Partial<Pick<ResellerRecord, "language" | "timezone">>) {
  return { language, timezone };
}
