import {
  resellerSettings as names,
  Reseller,
  type ResellerRecord,
} from "../../shared/entities/reseller.ts";
import { rateLimitOf } from "../../shared/limits/rates.ts";
import { readCounts, websitesIn } from "../../shared/lists/account.ts";
import { limitNames, mostOf } from "../../shared/lists/recordLimits.ts";
import { mailsPerDay } from "../../shared/mail/dailyLimit.ts";
import { transact, writeIfTrue } from "../../shared/platform/table/transact.ts";
import { dueForAll } from "../../shared/reports/reportMails.ts";
import type { CommandInput } from "./catalogue.ts";
import { WrongInput } from "./definition.ts";
import { optionOf } from "./fields.ts";
import { requireReseller } from "./reseller.ts";

/**
 * Changes a reseller's settings: the look of its mails, its own address for notices, its limits of
 * records, requests and mails. Omitted settings stay.
 */
export async function setReseller({ uuid, ...given }: CommandInput<"reseller set">) {
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
  return { uuid, name: reseller.name, ...(await describeSettings(reseller)) };
}

/** A reseller's settings, with defaults for its limits, and the counts that the limits apply to. */
export async function describeSettings(reseller: ResellerRecord) {
  const counts = await readCounts(reseller.uuid);
  return {
    ...Object.fromEntries(names.map((name) => [name, reseller[name] ?? null])),
    ...Object.fromEntries(limitNames.map((name) => [name, mostOf(reseller, name)])),
    reads_per_minute: rateLimitOf(reseller, "reads") ?? null,
    writes_per_minute: rateLimitOf(reseller, "writes") ?? null,
    deliveries_per_minute: rateLimitOf(reseller, "deliveries") ?? null,
    mails_per_day: mailsPerDay(reseller, counts.businesses),
    business_count: counts.businesses,
    website_count: websitesIn(counts),
  };
}
