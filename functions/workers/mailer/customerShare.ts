import type { ResellerRecord } from "../../../shared/entities/reseller.ts";
import { Share, type ShareRecord } from "../../../shared/entities/share.ts";
import { unlessGone } from "../../../shared/lists/changeListed.ts";
import { removeShare } from "../../../shared/lists/shares.ts";
import { requireEnv } from "../../../shared/platform/env.ts";
import { ValidationFailed } from "../../../shared/platform/errors.ts";
import { DAY_MS, timestamp } from "../../../shared/platform/time.ts";
import { uuidFor } from "../../../shared/platform/uuid.ts";
import { addShare } from "../../../shared/shares/addShare.ts";
import { type DigestPeriod, periodBefore } from "../../../shared/views/period.ts";

/** How long the share of a report lasts. */
const REPORT_DAYS = 60;

/** What a share shows: a business, or all businesses of a user. */
type Shown = Pick<ShareRecord, "about" | "about_uuid" | "business_uuid" | "user_uuid">;

export function aboutBusiness(business_uuid: string, user_uuid: string): Shown {
  return { about: "business", about_uuid: business_uuid, business_uuid, user_uuid };
}

export function aboutUser(user_uuid: string): Shown {
  return { about: "user", about_uuid: user_uuid, business_uuid: user_uuid, user_uuid };
}

/**
 * The address of a customer's status page. Its share is created once, even if the mail is tried again. Returns undefined
 * if the reseller has reached its limit of shares.
 */
export async function statusLink(reseller: ResellerRecord, shown: Shown, created_at: string) {
  const uuid = uuidFor(Date.parse(created_at), `status ${shown.user_uuid}`);
  return await linkOf(reseller, uuid, { ...shown, kind: "status" });
}

/**
 * The address of a customer's report about a period, valid for 60 days. Removes the share of the customer's report that
 * has expired by now.
 */
export async function reportLink(
  reseller: ResellerRecord,
  shown: Shown,
  { period, now }: { period: DigestPeriod; now: number },
) {
  const { days } = period;
  const length = (Date.parse(days.to) - Date.parse(days.from)) / DAY_MS + 1;
  let old = period;
  // Months of 28 to 31 days count alike.
  for (let age = 0; age <= REPORT_DAYS / Math.min(length, 30); age += 1) old = periodBefore(old);
  const expired = { reseller_uuid: reseller.uuid, uuid: reportUuid(shown, old) };
  await unlessGone(removeShare(expired));
  const expires_at = timestamp(new Date(now + REPORT_DAYS * DAY_MS));
  return await linkOf(reseller, reportUuid(shown, period), {
    ...{ ...shown, ...days, kind: "report", expires_at },
  });
}

function reportUuid({ user_uuid }: Shown, { days: { from, to } }: DigestPeriod): string {
  return uuidFor(Date.parse(to), `report ${user_uuid} ${from}`);
}

async function linkOf(
  reseller: ResellerRecord,
  uuid: string,
  share: Shown & Pick<ShareRecord, "kind"> & Partial<ShareRecord>,
): Promise<string | undefined> {
  const key = { reseller_uuid: reseller.uuid, uuid };
  const { data: existing } = await Share.get(key).go({ consistent: true });
  const slug = existing?.slug ?? (await addShare(reseller, share, { uuid }).catch(unlessFull));
  return slug && `${requireEnv("API_URL")}/s/${slug}`;
}

function unlessFull(error: unknown): undefined {
  if (!(error instanceof ValidationFailed)) throw error;
}
