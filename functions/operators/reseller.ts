import {
  type ResellerRecord,
  resellerSettings as settingNames,
} from "../../shared/entities/reseller.ts";
import { rateLimitOf } from "../../shared/limits/rates.ts";
import { type Counts, readCounts, websitesIn } from "../../shared/lists/account.ts";
import { limitNames, mostOf } from "../../shared/lists/recordLimits.ts";
import { mailsPerDay } from "../../shared/mail/dailyLimit.ts";
import { transact, transactIfTrue } from "../../shared/platform/table/transact.ts";
import { timestamp } from "../../shared/platform/time.ts";
import { newUuid } from "../../shared/platform/uuid.ts";
import { dueForAll } from "../../shared/reports/reportMails.ts";
import { newPlan, planCreation } from "../../shared/resellers/planWrites.ts";
import { resellerCreation, settingsWrite } from "../../shared/resellers/resellerWrites.ts";
import { planFeatures } from "../../shared/vocabulary/planFeatures.ts";
import { twinOf } from "../../shared/vocabulary/sandbox.ts";
import type { CommandInput } from "./catalogue.ts";
import { WrongInput } from "./definition.ts";
import { optionOf } from "./fields.ts";
import { findOwnResellers, requireReseller } from "./records.ts";
import { assertNoSandbox, sandboxName } from "./sandbox.ts";

const DEFAULT_PLAN_NAME = "Standard";

/** A reseller as operators see it. */
export function describeReseller(reseller: ResellerRecord) {
  const { uuid, name, default_plan_uuid, created_at, sandbox_of } = reseller;
  const { closed_at, deleting_since } = reseller;
  return {
    ...{ uuid, name, default_plan_uuid, created_at },
    ...(sandbox_of && { sandbox_of }),
    ...(closed_at && { closed_at }),
    ...(deleting_since && { deleting_since }),
  };
}

/** Creates a reseller together with its default plan, which has every switch on. */
export async function createReseller({ name }: CommandInput<"reseller create">) {
  const uuid = newUuid();
  const created_at = timestamp();
  const counts = { user_sequence: 0, webhook_count: 0 };
  const reseller = { uuid, name, default_plan_uuid: newUuid(), created_at, ...counts };
  const plan = {
    ...{ reseller_uuid: uuid, uuid: reseller.default_plan_uuid },
    ...{ name: DEFAULT_PLAN_NAME, on: planFeatures },
  };
  await transact(resellerCreation(reseller), planCreation(newPlan(plan, created_at)));
  return describeReseller(reseller);
}

/** Lists all resellers with the number of their businesses and websites. */
export async function listResellers() {
  const resellers = await findOwnResellers();
  const counts = await Promise.all(resellers.map(({ uuid }) => readCounts(uuid)));
  return resellers.map((reseller, index) => {
    const own = counts[index] as Counts;
    return { ...describeReseller(reseller), businesses: own.businesses, websites: websitesIn(own) };
  });
}

/**
 * Changes a reseller's name, the look of its e-mails, its own address for notices, and its limits of
 * records, requests and e-mails. Omitted settings stay.
 */
export async function setReseller({ uuid, name, ...settings }: CommandInput<"reseller set">) {
  const names = settingNames.filter((setting) => settings[setting] !== undefined);
  if (name === undefined && names.length === 0) {
    const options = ["name", ...settingNames].map(optionOf).join(", ");
    throw new WrongInput(`Nothing to change: give one or more of ${options}.`);
  }
  const before = await requireReseller(uuid);
  if (name !== undefined) await rename(before, name);
  if (names.length > 0) {
    const set = names.filter((setting) => settings[setting] !== "");
    await transactIfTrue(
      settingsWrite(
        uuid,
        Object.fromEntries(set.map((setting) => [setting, settings[setting]])),
        names.filter((setting) => settings[setting] === ""),
      ),
    );
  }
  if (settings.report_mails !== undefined) await transact(dueForAll(uuid));
  const reseller = await requireReseller(uuid);
  return { uuid, name: reseller.name, ...(await describeSettings(reseller)) };
}

/** Renames a reseller and its sandbox. Its e-mails carry the name unless it has a sender name. */
async function rename(reseller: ResellerRecord, name: string) {
  const { uuid } = reseller;
  assertNoSandbox(reseller, "it has the name that its reseller is given.");
  // Not every reseller has a sandbox.
  for (const [account, own] of [
    [uuid, name],
    [twinOf(uuid), sandboxName(name)],
  ] as const) {
    await transactIfTrue(settingsWrite(account, { name: own }));
  }
}

/** A reseller's settings, with defaults for its limits, and the counts that the limits apply to. */
export async function describeSettings(reseller: ResellerRecord) {
  const counts = await readCounts(reseller.uuid);
  return {
    ...Object.fromEntries(settingNames.map((name) => [name, reseller[name] ?? null])),
    ...Object.fromEntries(limitNames.map((name) => [name, mostOf(reseller, name)])),
    reads_per_minute: rateLimitOf(reseller, "reads") ?? null,
    writes_per_minute: rateLimitOf(reseller, "writes") ?? null,
    deliveries_per_minute: rateLimitOf(reseller, "deliveries") ?? null,
    mails_per_day: mailsPerDay(reseller),
    business_count: counts.businesses,
    website_count: websitesIn(counts),
  };
}
