import type { Period } from "../../shared/entities/monitor.ts";
import { UptimeDay, type UptimeDayRecord } from "../../shared/entities/uptimeDay.ts";
import { batchGetWith, batchPut, lookup } from "../../shared/table/batch.ts";
import { historyEnds } from "../../shared/time.ts";
import { addUsage } from "../usage/writeUsage.ts";
import { type Hour, intervalsIn, logOf, readHours, readLog } from "./bucketHours.ts";
import { type Bucket, POSITIONS, startOf } from "./buckets.ts";
import { windowsOf, withNeighbours } from "./dailyFigures.ts";
import { dayOf, daysLater, secondsOfDay } from "./days.ts";
import { figuresOf } from "./figures.ts";
import { findRoster, type RosterEntry } from "./roster.ts";

const HOUR_SECONDS = 3600;
const HOURS_A_DAY = 24;

/**
 * Writes the figures of the day before for the websites of a bucket if a round with this slot is the one that
 * does so: the first one after the bucket's hour of the day. Writing them again changes nothing.
 */
export async function writeDayIfDue(bucket: Bucket, slot: number) {
  const day = dayDueAt(bucket, slot);
  if (day !== undefined) await writeDay(bucket, day);
}

/**
 * The day whose figures a round writes, if it writes any. The hours of buckets follow their ranges, so that a
 * bucket that is divided leaves no day out.
 */
export function dayDueAt(bucket: Bucket, slot: number): string | undefined {
  const hour = Math.floor((startOf(bucket) / POSITIONS) * HOURS_A_DAY);
  const dayBefore = (seconds: number) => daysLater(dayOf(seconds - hour * HOUR_SECONDS), -1);
  const day = dayBefore(slot);
  return dayBefore(slot - bucket.minutes * 60) < day ? day : undefined;
}

/** Writes the figures of a day for all websites of a bucket. */
export async function writeDay(bucket: Bucket, day: string) {
  const { minutes } = bucket;
  const window = secondsOfDay(day);
  const period = withNeighbours({ target: { mode: "rounds", minutes, hostname: "" } }, window);
  const [roster, hours] = await Promise.all([
    findRoster(bucket),
    readHours({ minutes, position: startOf(bucket) }, period),
  ]);
  await writeFigures(roster, { day, period, hours });
}

/** Writes the figures of a day for a website whose interval is about to change. */
export async function writeDayOf(entry: RosterEntry, day: string) {
  await writeFigures([entry], {
    day,
    period: withNeighbours(entry, secondsOfDay(day)),
    hours: undefined,
  });
}

interface Writing {
  day: string;
  period: Period;
  /** The hours of the bucket of all these websites, if they share one. */
  hours: Hour[] | undefined;
}

async function writeFigures(roster: RosterEntry[], { day, period, hours }: Writing) {
  const days = await Promise.all(
    roster.map(async (entry): Promise<UptimeDayRecord> => {
      const { reseller_uuid, uuid, target } = entry;
      const log =
        hours && intervalsIn(target, period).length === 1
          ? logOf(hours, uuid, period)
          : await readLog(entry, withNeighbours(entry, secondsOfDay(day)));
      const figures = figuresOf(log, secondsOfDay(day), await windowsOf(entry, log));
      const expires_epoch = historyEnds(secondsOfDay(day).to);
      return { reseller_uuid, uuid, day, ...figures, expires_epoch };
    }),
  );
  const seen = days.filter(({ looks }) => looks > 0);
  const known = await batchGetWith(
    { consistent: false },
    ...seen.map(({ reseller_uuid, uuid }) =>
      lookup<UptimeDayRecord>(UptimeDay, { reseller_uuid, uuid, day }),
    ),
  );
  await batchPut(UptimeDay, seen);
  // What is written again was counted before.
  const added = seen.filter((_, index) => known[index] === undefined);
  await addUsage(
    "checks",
    added.map(({ reseller_uuid, looks: count }) => ({ reseller_uuid, day, count })),
  );
}
