import type { CheckRecord, Period, Tally } from "../../shared/entities/check.ts";
import { UptimeDay, type UptimeDayRecord } from "../../shared/entities/uptimeDay.ts";
import { batchPut } from "../../shared/table/batch.ts";
import type { OwnedKey } from "../../shared/table/entity.ts";
import { historyEnds } from "../../shared/time.ts";
import { addUsage } from "../usage/writeUsage.ts";
import { characterOf, findRoundsOf, type Round } from "./bucketHours.ts";
import { nameOf } from "./buckets.ts";
import { dayOf, daysLater, secondsOfDay } from "./days.ts";
import { classOfCharacter } from "./durationClasses.ts";
import { findCheck } from "./findChecks.ts";
import { secondsIn } from "./secondsByHour.ts";
import { addProbe, addTallies, NO_PROBES, type ResponseTimes, responseTimes } from "./tallies.ts";
import { downOf, GAP_TOLERANCE_SECONDS, secondsWithin, talliedAhead } from "./uptimeMemory.ts";

/** The figures of the last two days are perhaps not stored yet; missing ones are computed from checks and rounds. */
export const LIVE_DAYS = 2;

/** The uptime figures of a website on a day, in UTC. */
export interface DayFigures {
  /** `2026-01-31`. */
  date: string;
  looks: number;
  failures: number;
  observed_seconds: number;
  down_seconds: number;
  /** Milliseconds; null where nothing was answered. */
  response_ms: ResponseTimes | null;
}

/**
 * The figures of a website by day (`2026-01-31`), oldest first, without days that had no probe. The
 * figures of today cover the time until now. `check` is the website's, if it is being read anyway.
 */
export async function dailyFigures(
  { reseller_uuid, uuid }: OwnedKey,
  { from, to, check }: { from: string; to: string; check?: Promise<UptimeCheck | undefined> },
  now = Date.now(),
): Promise<DayFigures[]> {
  const { data } = await UptimeDay.query
    .ofWebsite({ reseller_uuid, uuid })
    .between({ day: from }, { day: to })
    .go({ pages: "all" });
  const today = dayOf(now / 1000);
  const written = new Map(data.map((each) => [each.day, each]));
  const days = Array.from({ length: LIVE_DAYS + 1 }, (_, index) => daysLater(today, -index));
  const missing = days.filter((day) => day >= from && day <= to && !written.has(day));
  if (missing.length > 0) {
    const own = await (check ?? findCheck({ reseller_uuid, uuid }, "uptime"));
    for (const day of own ? await readDays(own, missing, now) : []) written.set(day.day, day);
  }
  return [...written.values()]
    .filter(({ looks }) => looks > 0)
    .toSorted((one, other) => (one.day < other.day ? -1 : 1))
    .map(({ day, looks, failures, observed, down, times }) => ({
      date: day,
      looks,
      failures,
      observed_seconds: observed,
      down_seconds: down,
      response_ms: responseTimes(times),
    }));
}

type UptimeCheck = CheckRecord<"uptime">;

/** The figures of days that are not written yet, computed from the website's check and its rounds. */
export async function readDays(
  check: UptimeCheck,
  days: string[],
  now: number,
): Promise<UptimeDayRecord[]> {
  const found = days.map(async (day) => {
    const record = dayRecord(check, { day, rounds: await roundsOf(check, day) });
    return untilNow(record, check.memory, Math.floor(now / 1000));
  });
  return await Promise.all(found);
}

/** A day without the seconds that were counted as observed in advance and have not passed yet. */
function untilNow(
  record: UptimeDayRecord,
  memory: CheckRecord<"uptime">["memory"],
  now: number,
): UptimeDayRecord {
  const ahead = secondsWithin(secondsOfDay(record.day), [talliedAhead(memory, now)]);
  const observed = Math.max(0, record.observed - ahead);
  return { ...record, observed, down: Math.min(observed, record.down) };
}

/** The rounds of a website that concern a day. */
export async function roundsOf(check: CheckRecord<"uptime">, day: string): Promise<Round[]> {
  return check.target ? await findRoundsOf(check, periodOfRounds(check.target.minutes, day)) : [];
}

/** A day, extended by the longest time between two rounds on either side. */
export function periodOfRounds(minutes: number, day: string): Period {
  const { from, to } = secondsOfDay(day);
  const limit = minutes * 60 + GAP_TOLERANCE_SECONDS;
  return { from: from - limit, to: to + limit };
}

/**
 * The figures of a website's day, from the probes of its rounds and those of its own check. Rounds know
 * nothing of a failure: a website that fails is in no bucket.
 */
export function dayRecord(
  check: CheckRecord<"uptime">,
  { day, rounds }: { day: string; rounds: Round[] },
): UptimeDayRecord {
  const { reseller_uuid, uuid, memory, tallies = {} } = check;
  const { [day]: own = NO_PROBES } = tallies;
  const { looks, failures, observed, times } = addTallies(own, tallyRounds(check, day, rounds));
  const window = secondsOfDay(day);
  return {
    ...{ reseller_uuid, uuid, day, looks, failures, times },
    observed: Math.min(observed, window.to - window.from),
    down: Math.min(observed, secondsIn(downOf(memory), window) + (own.down ?? 0)),
    expires_epoch: historyEnds(window.to),
  };
}

/**
 * The tally of a website's rounds on a day. The time between two of its probes was observed. The time
 * before the first probe, and the probe by which the website left the bucket, are in its own tally.
 */
function tallyRounds(
  { uuid, target, memory }: CheckRecord<"uptime">,
  day: string,
  rounds: Round[],
): Tally {
  if (!target) return NO_PROBES;
  const { checked_at: joined = 0, observed_until = 0 } = memory;
  const name = nameOf(uuid);
  const window = secondsOfDay(day);
  const limit = target.minutes * 60 + GAP_TOLERANCE_SECONDS;
  let tally = NO_PROBES;
  let before: number | undefined;
  for (const round of rounds) {
    const { at } = round;
    if (at < (target.since ?? 0)) continue;
    const character = characterOf(round, name);
    const isSeen = character !== undefined;
    if (isSeen && before !== undefined && at - before <= limit) {
      // After a division, a round may begin before the time that was counted in advance has passed.
      const from = before < joined ? before : Math.max(before, Math.min(observed_until, at));
      const observed = secondsWithin(window, [{ from, to: at }]);
      tally = { ...tally, observed: tally.observed + observed };
    }
    if (isSeen && at >= window.from && at < window.to) {
      tally = addProbe(tally, classOfCharacter(character));
    }
    before = isSeen ? at : undefined;
  }
  return tally;
}

/** Writes the daily figures of websites; writing them again changes nothing. */
export async function writeDay(days: UptimeDayRecord[]) {
  await batchPut(
    UptimeDay,
    days.filter(({ looks }) => looks > 0),
  );
}

/**
 * Adds the checks of websites' days to what their resellers used, once the figures are written. The checks of a
 * day count twice if its figures are written again: for a bucket if its round is made by two workers, or could not
 * be written itself, and for a website that is checked separately likewise. Those of a website that is deleted
 * before its day is written, up to two days, are not counted.
 */
export async function countChecks(days: UptimeDayRecord[]) {
  const used = days.map(({ reseller_uuid, day, looks: count }) => ({ reseller_uuid, day, count }));
  await addUsage(
    "checks",
    used.filter(({ count }) => count > 0),
  );
}
