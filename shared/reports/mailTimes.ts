import type { ReportMailsRecord } from "../entities/reportMails.ts";
import type { ReportFrequency } from "../entities/reseller.ts";
import { daysLater, NEVER, timestamp } from "../platform/time.ts";
import { type DigestPeriod, dayAt, periodOfDays } from "../views/period.ts";

/**
 * Reports of a time zone are due from four in the morning on, within 16 hours: a million are 17 a second,
 * which SES's rate and the mailer bear.
 */
const BEGIN_SECONDS = 4 * 3600;
const SPREAD_SECONDS = 16 * 3600;

const UTC = "UTC";
const SUNDAY = 0;
const DAYS_A_WEEK = 7;

/** How often a user gets reports: by the own setting, or else the reseller's. */
export function frequencyOf(
  own: Pick<ReportMailsRecord, "frequency" | "unsubscribed_at"> | undefined,
  usual: ReportFrequency | undefined,
): ReportFrequency {
  return own?.unsubscribed_at ? "none" : (own?.frequency ?? usual ?? "none");
}

/** The last whole month or week, from Monday on, before a time in milliseconds. */
export function periodToReport(
  frequency: Exclude<ReportFrequency, "none">,
  timezone: string | undefined,
  now: number,
): DigestPeriod {
  const first = firstDay(frequency, dayAt(now, timezone ?? UTC));
  const to = daysLater(first, -1);
  return periodOfDays({ from: firstDay(frequency, to), to }, timezone ?? UTC);
}

/** When a user's next report after a time in milliseconds is due: on the first day of a month or week. */
export function nextReportDue(
  frequency: ReportFrequency,
  { uuid, timezone = UTC }: Pick<ReportMailsRecord, "uuid" | "timezone">,
  now: number,
): string {
  if (frequency === "none") return NEVER;
  const phase = BEGIN_SECONDS + (Number.parseInt(uuid.slice(-8), 16) % SPREAD_SECONDS);
  const dueOn = (day: string) => periodOfDays({ from: day, to: day }, timezone).from + phase;
  const first = firstDay(frequency, dayAt(now, timezone));
  const thisTime = dueOn(first);
  const next = thisTime * 1000 > now ? thisTime : dueOn(firstDayAfter(frequency, first));
  return timestamp(new Date(next * 1000));
}

/** The occasion of a report in the record of its mail: one for each user and period. */
export function reportOccasion({ from, to }: DigestPeriod["days"]): string {
  return `report-${from}_${to}`;
}

/** Whether a mail is a report. */
export function isReportOccasion(occasion: string): boolean {
  return occasion.startsWith("report-");
}

/** The first day of the month or week of a day. */
function firstDay(frequency: ReportFrequency, day: string): string {
  if (frequency === "monthly") return `${day.slice(0, 7)}-01`;
  const weekday = new Date(day).getUTCDay();
  return daysLater(day, -((weekday === SUNDAY ? DAYS_A_WEEK : weekday) - 1));
}

function firstDayAfter(frequency: ReportFrequency, first: string): string {
  const within = frequency === "monthly" ? 31 : DAYS_A_WEEK;
  return firstDay(frequency, daysLater(first, within));
}
