import { appearanceOf } from "../../../shared/catalogue/appearance.ts";
import { catalogues } from "../../../shared/catalogue/catalogues.ts";
import { tellStoredCause } from "../../../shared/catalogue/causeTexts.ts";
import { ReportMails, type ReportMailsRecord } from "../../../shared/entities/reportMails.ts";
import { accountLocale, Reseller, type ResellerRecord } from "../../../shared/entities/reseller.ts";
import { User, type UserRecord } from "../../../shared/entities/user.ts";
import type { WebsiteRecord } from "../../../shared/entities/website.ts";
import { batchGet, lookup } from "../../../shared/platform/table/batch.ts";
import { timestamp } from "../../../shared/platform/time.ts";
import { formatsOf } from "../../../shared/reports/formats.ts";
import { findDowntimes } from "../../../shared/uptime/downtimes.ts";
import { textLanguageOf } from "../../../shared/vocabulary/texts.ts";

const NEWS_MS = 24 * 3600 * 1000;

/**
 * What a reseller may write to the customer of a website that is down, or was within 24 hours: in the customer's
 * language, in the time zone of the customer's reports, else that of the account. Null without such news.
 */
export async function readCustomerText(
  { reseller_uuid, user_uuid, uuid: website_uuid, hostname, state }: WebsiteRecord,
  now: number,
): Promise<string | null> {
  const from = timestamp(new Date(now - NEWS_MS));
  const until = timestamp(new Date(now + 1000));
  const [last] = await findDowntimes({ reseller_uuid, uuid: website_uuid }, { from, until }, 1);
  const isOver = last?.ended_at !== undefined;
  if (!last || !(isOver || state === "down")) return null;
  const [user, mails, reseller] = await batchGet(
    lookup<UserRecord>(User, { reseller_uuid, uuid: user_uuid }),
    lookup<ReportMailsRecord>(ReportMails, { reseller_uuid, uuid: user_uuid }),
    lookup<ResellerRecord>(Reseller, { uuid: reseller_uuid }),
  );
  if (!user || !reseller) return null;
  const language = textLanguageOf(user.language_preference);
  const { news, report } = catalogues[language];
  const formats = formatsOf(language, mails?.timezone ?? accountLocale(reseller).timezone);
  const { sender } = appearanceOf(reseller);
  const { title, why, what_to_do } = tellStoredCause(last.cause, language, sender);
  const host = hostname.replace(/^https?:\/\//i, "");
  const since = formats.time(last.began_at);
  if (isOver)
    return `${news.back(host, formats.duration(last.duration_seconds ?? 0), since)}\n\n${title}.`;
  const todo = `${formats.label(report.todo)} ${what_to_do}`;
  return `${news.down(host, since)}\n\n${title}. ${why}\n\n${todo}`;
}
