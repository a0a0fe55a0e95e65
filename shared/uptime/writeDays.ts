import type { BucketHourRecord } from "../entities/bucket.ts";
import type { Period } from "../entities/monitor.ts";
import { UptimeDay } from "../entities/uptimeDay.ts";
import { dayOf, daysLater, historyEnds, secondsOfDay } from "../platform/time.ts";
import { addUsage } from "../usage/writeUsage.ts";
import { intervalsIn, LOG_DAYS, logOf, readHours, readLog } from "./bucketHours.ts";
import { type Bucket, type DueRound, hourOfDays, nameOf, startOf } from "./buckets.ts";
import { windowsOf, withNeighbours } from "./dailyFigures.ts";
import { figuresOf } from "./figures.ts";
import { findRoster, type RosterEntry } from "./roster.ts";
import { longestSeconds } from "./states.ts";

const HOUR_SECONDS = 3600;

/** If no round is made for longer than this, days stay without figures, because the log is kept only as long. */
const MOST_DAYS = LOG_DAYS - 2;

/** Writes the figures that fall due with a round for the websites of its bucket. Writing them again changes nothing. */
export async function writeDaysDue({ slot, after, ...bucket }: DueRound) {
  for (const day of daysDueAt({ slot, after, ...bucket })) await writeDay(bucket, day);
}

/**
 * The days whose figures a round writes: those that fell due since the previous round. A day is due at the bucket's
 * hour of the next day, and not before every website had its first probe of the next day. The hours of buckets follow
 * their ranges, so a bucket that is divided leaves no day out.
 */
export function daysDueAt({ slot, after, ...bucket }: DueRound): string[] {
  const due = Math.max(hourOfDays(bucket) * HOUR_SECONDS, longestSeconds(bucket.minutes));
  const lastDue = (seconds: number) => daysLater(dayOf(seconds - due), -1);
  return Array.from({ length: MOST_DAYS }, (_, index) => daysLater(lastDue(slot), -index)).filter(
    (day) => day > lastDue(after),
  );
}

/** Writes the figures of a day for all websites of a bucket. */
async function writeDay(bucket: Bucket, day: string) {
  const { minutes } = bucket;
  const window = secondsOfDay(day);
  const period = withNeighbours({ target: { mode: "rounds", minutes, hostname: "" } }, window);
  const [roster, hours] = await Promise.all([
    findRoster(bucket),
    readHours({ minutes, position: startOf(bucket) }, period),
  ]);
  await writeFigures(roster, { day, period, hours });
}

/** Writes the figures of the days that its bucket may not have written yet for a website whose interval is about to change. */
export async function writeLastDays(entry: RosterEntry, nowSeconds: number) {
  for (const ago of [-2, -1]) {
    const day = daysLater(dayOf(nowSeconds), ago);
    const period = withNeighbours(entry, secondsOfDay(day));
    await writeFigures([entry], { day, period, hours: undefined });
  }
}

interface Writing {
  day: string;
  period: Period;
  /** The hours of the bucket of all these websites, if they share one. */
  hours: BucketHourRecord[] | undefined;
}

async function writeFigures(roster: RosterEntry[], { day, period, hours }: Writing) {
  const counts = await Promise.all(
    roster.map(async (entry) => {
      const { reseller_uuid, uuid, target } = entry;
      const log =
        hours && intervalsIn(target, period).length === 1
          ? logOf(hours, nameOf(uuid), period)
          : await readLog(entry, withNeighbours(entry, secondsOfDay(day)));
      const figures = figuresOf(log, secondsOfDay(day), await windowsOf(entry, log));
      if (figures.looks === 0) return [];
      const expires_epoch = historyEnds(secondsOfDay(day).to);
      const { data: before } = await UptimeDay.put({
        ...{ reseller_uuid, uuid, day, ...figures, expires_epoch },
      }).go({ response: "all_old" });
      // What is written again was counted before.
      return { reseller_uuid, day, count: figures.looks - (before?.looks ?? 0) };
    }),
  );
  await addUsage("checks", counts.flat());
}
