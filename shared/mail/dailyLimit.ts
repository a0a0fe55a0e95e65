import type { ResellerRecord } from "../entities/reseller.ts";
import { UsageDay } from "../entities/usageDay.ts";
import { writeIfTrue } from "../platform/table/transact.ts";
import { DAY_SECONDS, dayOf, timestamp } from "../platform/time.ts";
import { usageExpires } from "../usage/writeUsage.ts";

const USUAL_A_DAY = 1000;

type Limited = Pick<ResellerRecord, "mails_per_day">;

/** How many mails a reseller may send a day. */
export function mailsPerDay({ mails_per_day }: Limited): number {
  return mails_per_day ?? USUAL_A_DAY;
}

/** Counts on the day of `now`. */
function count(
  reseller_uuid: string,
  numbers: { sent?: number; reports?: number; not_sent?: number },
  now: number,
) {
  const day = dayOf(now / 1000);
  return UsageDay.update({ reseller_uuid, day })
    .add(numbers)
    .set({ expires_epoch: usageExpires(day) });
}

/**
 * Counts a mail and returns whether the reseller may send it. Reports are not limited, because each user who has had a
 * mail gets one for each period. A limit of 0 stops reports as well.
 */
export async function takeMail(
  { uuid, ...limited }: Limited & Pick<ResellerRecord, "uuid">,
  { now, isReport }: { now: number; isReport: boolean },
): Promise<boolean> {
  const most = mailsPerDay(limited);
  if (most === 0) return false;
  const counted = await writeIfTrue(() =>
    isReport
      ? count(uuid, { reports: 1 }, now)
          .set({ reported_at: timestamp(new Date(now)) })
          .go()
      : count(uuid, { sent: 1 }, now)
          .where(({ sent }, { lt, notExists }) => `${notExists(sent)} OR ${lt(sent, most)}`)
          .go(),
  );
  return counted !== undefined;
}

/** Gives back a mail that SES refused. */
export async function giveBackMail(
  reseller_uuid: string,
  { now, isReport }: { now: number; isReport: boolean },
) {
  await writeIfTrue(() =>
    count(reseller_uuid, isReport ? { reports: -1 } : { sent: -1 }, now).go(),
  );
}

/** Counts a mail that is not sent. */
export async function countNotSent(reseller_uuid: string, now: number) {
  await writeIfTrue(() => count(reseller_uuid, { not_sent: 1 }, now).go());
}

/** The newest day of the last seven on which reports were sent: how many, and when the last one was. */
export async function findReportsSent(reseller_uuid: string, now: number) {
  const { data: days } = await UsageDay.query
    .ofReseller({ reseller_uuid })
    .gte({ day: dayOf(now / 1000 - 6 * DAY_SECONDS) })
    .go({ order: "desc" });
  const [last] = days.filter(({ reports = 0, reported_at }) => reports > 0 && reported_at);
  return last?.reported_at ? { at: last.reported_at, count: last.reports ?? 0 } : null;
}

/** How many mails a reseller has sent today, without reports, and how many were not sent. */
export async function readMailsOfDay(reseller_uuid: string, now: number) {
  const key = { reseller_uuid, day: dayOf(now / 1000) };
  const { data } = await UsageDay.get(key).go({ consistent: true });
  return { sent: data?.sent ?? 0, not_sent: data?.not_sent ?? 0 };
}
