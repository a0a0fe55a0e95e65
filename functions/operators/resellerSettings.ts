import * as z from "zod/mini";
import { reportFrequencies } from "../../shared/entities/reportMails.ts";
import {
  resellerSettings as names,
  Reseller,
  type ResellerRecord,
  type ResellerSetting,
} from "../../shared/entities/reseller.ts";
import { isEmailAddress, isOneLine } from "../../shared/fields/fields.ts";
import { type RateLimitName, rateLimitOf } from "../../shared/limits/rates.ts";
import { type LimitName, limitNames, mostOf } from "../../shared/limits/recordLimits.ts";
import { transact, writeIfTrue } from "../../shared/table/transact.ts";
import { mailsPerDay } from "../mail/dailyLimit.ts";
import { dueForAll } from "../reports/reportMails.ts";
import { command, optionOf, singleSpaced, WrongInput } from "./command.ts";
import { named } from "./naming.ts";
import { requireReseller } from "./reseller.ts";

const MAX_LENGTH = 255;
const HIGHEST_LIMIT = 10_000_000;

/** A text setting; "" removes it. */
function setting(what: string, form: string, holds: (value: string) => boolean) {
  const error = `${what} must be ${form}; "" removes it.`;
  const fits = (value: string) => value === "" || ([...value].length <= MAX_LENGTH && holds(value));
  return z.optional(z.string(error).check(singleSpaced(), z.refine(fits, error)));
}

/** A limit as the command line sends it: digits; "" restores the default. */
function limit(name: LimitName | RateLimitName | "mails_per_day") {
  const error = `${optionOf(name)} must be a whole number from 0 to ${HIGHEST_LIMIT}; "" sets the default.`;
  const fits = (value: string) =>
    value === "" || (/^\d{1,9}$/.test(value) && Number(value) <= HIGHEST_LIMIT);
  return z.optional(
    z.pipe(
      z.string(error).check(z.trim(), z.refine(fits, error)),
      z.transform((value: string) => (value === "" ? "" : Number(value))),
    ),
  );
}

const isSecureUrl = (value: string) => {
  const url = URL.parse(value);
  return url?.protocol === "https:" && !url.username && !url.password && !/\s/.test(value);
};

const settings = {
  sender_name: setting("--sender-name", `one line of at most ${MAX_LENGTH} characters`, isOneLine),
  reply_to: setting("--reply-to", "an e-mail address", isEmailAddress),
  logo_url: setting("--logo-url", "an https URL", isSecureUrl),
  colour: setting("--colour", "a colour such as #1f5fbf", (value) => /^#[0-9a-f]{6}$/i.test(value)),
  link: setting("--link", "an https URL", isSecureUrl),
  report_mails: setting("--report-mails", reportFrequencies.join(", "), (value) =>
    reportFrequencies.some((each) => each === value),
  ),
  email: setting("--email", "an e-mail address", isEmailAddress),
  max_users: limit("max_users"),
  max_businesses: limit("max_businesses"),
  max_websites: limit("max_websites"),
  max_websites_per_business: limit("max_websites_per_business"),
  max_websites_per_host: limit("max_websites_per_host"),
  max_competitors_per_business: limit("max_competitors_per_business"),
  max_webhooks: limit("max_webhooks"),
  max_shares: limit("max_shares"),
  reads_per_minute: limit("reads_per_minute"),
  writes_per_minute: limit("writes_per_minute"),
  deliveries_per_minute: limit("deliveries_per_minute"),
  mails_per_day: limit("mails_per_day"),
} satisfies Record<ResellerSetting, unknown>;

/**
 * Changes a reseller's settings: the look of its mails, its own address for notices, its limits of
 * records, requests and mails. Omitted settings stay.
 */
export const setReseller = command(
  { uuid: named("reseller", "The reseller"), ...settings },
  async ({ uuid, ...given }) => {
    const named = names.filter((name) => given[name] !== undefined);
    if (named.length === 0) {
      const options = names.map(optionOf).join(", ");
      throw new WrongInput(`Nothing to change: give one or more of ${options}.`);
    }
    await requireReseller(uuid);
    const set = named.filter((name) => given[name] !== "");
    await writeIfTrue(() =>
      Reseller.patch({ uuid })
        .set(Object.fromEntries(set.map((name) => [name, given[name]])))
        .remove(named.filter((name) => given[name] === ""))
        .go(),
    );
    if (given.report_mails !== undefined) await transact(dueForAll(uuid));
    const reseller = await requireReseller(uuid);
    return { uuid, name: reseller.name, ...describeSettings(reseller) };
  },
);

/** A reseller's settings, with defaults for its limits, and the counts that the limits apply to. */
export function describeSettings(reseller: ResellerRecord) {
  return {
    ...Object.fromEntries(names.map((name) => [name, reseller[name] ?? null])),
    ...Object.fromEntries(limitNames.map((name) => [name, mostOf(reseller, name)])),
    reads_per_minute: rateLimitOf(reseller, "reads") ?? null,
    writes_per_minute: rateLimitOf(reseller, "writes") ?? null,
    deliveries_per_minute: rateLimitOf(reseller, "deliveries") ?? null,
    mails_per_day: mailsPerDay(reseller),
    business_count: reseller.business_count ?? 0,
    website_count: reseller.website_count ?? 0,
  };
}
