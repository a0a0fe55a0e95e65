import { Check, type CheckRecord } from "../../../shared/entities/check.ts";
import { describeError, log } from "../../../shared/log.ts";
import { batchGetWith, lookup } from "../../../shared/table/batch.ts";
import { findRounds, type Round } from "../bucketHours.ts";
import { type Bucket, idOf, startOf } from "../buckets.ts";
import { countChecks, dayRecord, LIVE_DAYS, periodOfRounds, writeDay } from "../dailyFigures.ts";
import { dayOf, daysLater } from "../days.ts";
import type { OpenRound } from "./leaveBucket.ts";

/**
 * Writes the figures of the day before for the websites of a bucket, once a day: at the bucket's hour, or
 * in its last round of the day. Writes those of two days before as well, if they are missing. Returns the
 * last day that was written. The next round repeats what failed.
 */
export async function foldDays(
  { bucket, last, sites }: OpenRound,
  { at, slot, probes }: { at: number; slot: number; probes: Map<string, string> },
): Promise<{ folded?: string }> {
  const today = dayOf(at);
  const yesterday = daysLater(today, -1);
  const before = last?.folded ?? "";
  if (before >= yesterday || !isItsHour(bucket, at)) return {};
  const own: Round = {
    ...{ at, slot },
    names: [...probes.keys()].join(""),
    probes: [...probes.values()].join(""),
  };
  const place = { minutes: bucket.minutes, position: startOf(bucket) };
  try {
    const checks = await batchGetWith(
      { consistent: false },
      ...sites.map(({ reseller_uuid, uuid }) =>
        lookup<CheckRecord<"uptime">>(Check, { reseller_uuid, uuid, kind: "uptime" }),
      ),
    );
    for (let back = LIVE_DAYS; back >= 1; back -= 1) {
      const day = daysLater(today, -back);
      if (day <= before) continue;
      const period = periodOfRounds(bucket.minutes, day);
      const rounds = [...(await findRounds(place, period)), own];
      const days = checks.flatMap((check) =>
        // The uptime worker has written the days on which a website was in no bucket of this interval.
        check && (check.folded ?? "") < day ? dayRecord(check, { day, rounds }) : [],
      );
      await writeDay(days);
      await countChecks(days);
    }
    return { folded: yesterday };
  } catch (error) {
    const told = { bucket: idOf(bucket), ...describeError(error) };
    log("error", "the figures of a day could not be written", told);
    return {};
  }
}

/** The buckets of an interval have different hours; one of a long interval may have no round after its hour. */
function isItsHour({ minutes, number }: Bucket, at: number): boolean {
  const isLastToday = dayOf(at + minutes * 60) > dayOf(at);
  return isLastToday || new Date(at * 1000).getUTCHours() >= number % 24;
}
