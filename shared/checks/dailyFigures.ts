import { Check, type CheckRecord, type Tally, type UptimeMemory } from "../entities/check.ts";
import type { Row } from "../entities/rosterHour.ts";
import { UptimeDay, type UptimeDayRecord } from "../entities/uptimeDay.ts";
import type { OwnedKey } from "../lists/listedKind.ts";
import { batchPut } from "../table/batch.ts";
import { historyEnds } from "../time.ts";
import { dayOf, daysLater, secondsOfDay } from "./days.ts";
import {
  addLook,
  addTallies,
  NO_LOOKS,
  type ResponseTimes,
  readBucket,
  responseTimes,
} from "./looks.ts";
import { findRows, readUptime } from "./rosterHours.ts";
import { minutesOfRoster } from "./rosters.ts";
import { CLOCK_SKEW_SECONDS } from "./schedule.ts";
import { endingAt, LATE_SECONDS, secondsWithin, talliedAhead } from "./uptime.ts";

/** The last days may not be written yet: they are made up from what is known of the rounds. */
export const LIVE_DAYS = 2;

/** What the uptime checks of a website came to on a day, in UTC. */
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
 * The figures of a website by day, from one day to another (`2026-01-31`), oldest first; days without
 * a look are left out. Today's are those until now.
 */
export async function dailyFigures(
  { reseller_uuid, uuid }: OwnedKey,
  { from, to }: { from: string; to: string },
  now = Date.now(),
): Promise<DayFigures[]> {
  const { data } = await UptimeDay.query
    .ofWebsite({ reseller_uuid, uuid })
    .between({ day: from }, { day: to })
    .go({ pages: "all" });
  const today = dayOf(now / 1000);
  // What is written of today, or of a later day, is of a clock that was ahead.
  const past = data.filter(({ day }) => day < today);
  const written = new Map(past.map((each) => [each.day, each]));
  const days = Array.from({ length: LIVE_DAYS + 1 }, (_, index) => daysLater(today, -index));
  const missing = days.filter((day) => day >= from && day <= to && !written.has(day));
  for (const day of await readDays({ reseller_uuid, uuid }, missing, now)) {
    written.set(day.day, day);
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

/** What is known of days that are not written, by the website's check and the rounds of its roster. */
async function readDays(key: OwnedKey, days: string[], now: number): Promise<UptimeDayRecord[]> {
  if (days.length === 0) return [];
  const { data } = await Check.get({ ...key, kind: "uptime" }).go({ consistent: true });
  if (!data) return [];
  const check = data as CheckRecord<"uptime">;
  const memory = await readUptime(check, now);
  const found = days.map(async (day) => {
    const record = dayRecord(check, { day, memory, rows: await rowsOf(check, day, now) });
    return untilNow(record, memory, Math.floor(now / 1000));
  });
  return await Promise.all(found);
}

/** A day without what is not over yet of the time that is tallied ahead. */
function untilNow(record: UptimeDayRecord, memory: UptimeMemory, now: number): UptimeDayRecord {
  const ahead = secondsWithin(secondsOfDay(record.day), [talliedAhead(memory, now)]);
  const observed = Math.max(0, record.observed - ahead);
  return { ...record, observed, down: Math.min(observed, record.down) };
}

/** The rounds of a website's roster that have to do with a day. */
export async function rowsOf(
  { seat }: CheckRecord<"uptime">,
  day: string,
  now: number,
): Promise<Row[]> {
  return seat ? await findRowsOfDay(seat.roster, day, now) : [];
}

/** The rounds of a roster on a day until now, with those next to it before and after. */
export async function findRowsOfDay(roster: number, day: string, now: number): Promise<Row[]> {
  const { from, to } = secondsOfDay(day);
  const limit = minutesOfRoster(roster) * 60 + LATE_SECONDS;
  const latest = Math.floor(now / 1000) + CLOCK_SKEW_SECONDS;
  if (from - limit > latest) return [];
  return await findRows(roster, { from: from - limit, to: Math.min(to + limit, latest) });
}

/** What the looks of a website on a day come to: those of its roster's rounds, and its own. */
export function dayRecord(
  { reseller_uuid, uuid, seat, tallies = {} }: CheckRecord<"uptime">,
  { day, memory, rows }: { day: string; memory: UptimeMemory; rows: Row[] },
): UptimeDayRecord {
  const own = tallies[day] ?? NO_LOOKS;
  const inRoster = seat ? tallyRows(rows, { ...seat, day }) : NO_LOOKS;
  const { looks, failures, observed, times } = addTallies(own, inRoster);
  const window = secondsOfDay(day);
  const downtimes = endingAt(memory.downtimes, memory.checked_at ?? window.from);
  return {
    ...{ reseller_uuid, uuid, day, looks, failures, times },
    observed: Math.min(observed, window.to - window.from),
    down: Math.min(observed, secondsWithin(window, downtimes)),
    expires_epoch: historyEnds(window.to),
  };
}

/**
 * What the rounds of a roster say of a place on a day. Observed is the time between two looks at it;
 * what lies before the first one, and the look by which the website left, are in its own tally.
 */
function tallyRows(
  rows: Row[],
  { place, roster, day }: { place: number; roster: number; day: string },
): Tally {
  const window = secondsOfDay(day);
  const limit = minutesOfRoster(roster) * 60 + LATE_SECONDS;
  let tally = NO_LOOKS;
  let before: number | undefined;
  for (const { at, looks } of rows) {
    const bucket = readBucket(looks[place]);
    const isSeen = bucket !== undefined;
    if (isSeen && before !== undefined && at - before <= limit) {
      const observed = secondsWithin(window, [{ from: before, to: at }]);
      tally = { ...tally, observed: tally.observed + observed };
    }
    if (isSeen && at >= window.from && at < window.to) tally = addLook(tally, bucket);
    before = isSeen ? at : undefined;
  }
  return tally;
}

/** Writes the figures of a day of websites; whoever does it again writes the same. */
export async function writeDay(days: UptimeDayRecord[]) {
  await batchPut(
    UptimeDay,
    days.filter(({ looks }) => looks > 0),
  );
}
