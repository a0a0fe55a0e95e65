import type { MonitorRecord, Period } from "../entities/monitor.ts";
import { UptimeDay, type UptimeDayRecord } from "../entities/uptimeDay.ts";
import type { OwnedKey } from "../platform/table/entity.ts";
import { DAY_SECONDS, dayOf, daysLater, secondsOfDay } from "../platform/time.ts";
import { LOG_DAYS, type LoggedProbe, readLog } from "./bucketHours.ts";
import {
  type Figures,
  figuresOf,
  hasFailures,
  percentageOfDays,
  responseTimes,
} from "./figures.ts";
import { findWindows, periodOf } from "./maintenanceWindows.ts";
import { findMonitor } from "./roster.ts";
import { longestSeconds } from "./states.ts";

/** The figures of today and of the last three days are perhaps not stored yet: they follow from the log. */
const LIVE_DAYS = 3;

/** The stored figures of a website by day, oldest first. */
export async function findDays(
  { reseller_uuid, uuid }: OwnedKey,
  { from, to }: { from: string; to: string },
): Promise<UptimeDayRecord[]> {
  const { data } = await UptimeDay.query
    .ofWebsite({ reseller_uuid, uuid })
    .between({ day: from }, { day: to })
    .go({ pages: "all" });
  return data;
}

/**
 * The figures of a website by day (`2026-01-31`), oldest first, without days that had no probe. The figures of
 * today cover the time until the last probe. `monitor` is the website's, if it is being read anyway.
 */
export async function dailyFigures(
  key: OwnedKey,
  { from, to, monitor }: { from: string; to: string; monitor?: Promise<MonitorRecord | undefined> },
  nowMs = Date.now(),
) {
  const [days, own] = await Promise.all([findDays(key, { from, to }), monitor ?? findMonitor(key)]);
  const period = { from: secondsOfDay(from).from, to: secondsOfDay(to).to };
  const parts = await figuresByDay(period, { monitor: own, days }, nowMs);
  return parts
    .filter(({ looks }) => looks > 0)
    .map(({ day, looks, failures, failed_attempts, observed, down, times }) => ({
      ...{ date: day, looks, failures, failed_attempts },
      ...{ observed_seconds: observed, down_seconds: down },
      response_ms: responseTimes(times),
    }));
}

export type DayFigures = Awaited<ReturnType<typeof dailyFigures>>[number];

/** The maintenance windows of a website, if they matter for its figures. */
export async function windowsOf(key: OwnedKey, log: LoggedProbe[]): Promise<Period[]> {
  return hasFailures(log) ? (await findWindows(key)).map(periodOf) : [];
}

/** A period, extended by the longest time between two probes on either side. */
export function withNeighbours(
  { target: { minutes, former = [] } }: Pick<MonitorRecord, "target">,
  { from, to }: Period,
): Period {
  const longest = longestSeconds(Math.max(minutes, ...former.map((each) => each.minutes)));
  return { from: from - longest, to: to + longest };
}

/** The figures of a day in UTC (`2026-01-31`), or of the part of it that lies within a period. */
export interface DayPart extends Figures {
  day: string;
  /** When its first observation began, in seconds since 1970. */
  since: number;
}

/**
 * The figures of a website within a period, which may begin and end within days of UTC: by day, oldest first, without
 * days that had no probe. A whole day counts as it is stored. Parts of recent days, and days that are not stored
 * yet, follow from the log. An older day that the period divides counts whole if the period has its noon.
 */
export async function figuresByDay(
  period: Period,
  { monitor, days }: { monitor: MonitorRecord | undefined; days: UptimeDayRecord[] },
  nowMs: number,
): Promise<DayPart[]> {
  const storedDays = new Map(days.map((each) => [each.day, each]));
  const today = dayOf(nowMs / 1000);
  const [loggedFrom, liveFrom] = [daysLater(today, 1 - LOG_DAYS), daysLater(today, -LIVE_DAYS)];
  const parts = partsOf({ ...period, to: Math.min(period.to, secondsOfDay(today).to) }).map(
    ({ day, part }) => {
      const record = storedDays.get(day);
      const isPart = part.to - part.from < DAY_SECONDS;
      const isLogged = record ? isPart && day >= loggedFrom : day >= liveFrom;
      const noon = secondsOfDay(day).from + DAY_SECONDS / 2;
      const hasNoon = part.from <= noon && noon < part.to;
      const stored = record && hasNoon ? { ...record, since: part.from } : undefined;
      return { day, part, stored, isLogged };
    },
  );
  const read = async (from: number | undefined, to: number | undefined) => {
    if (!monitor || from === undefined || to === undefined) return undefined;
    const log = await readLog(monitor, withNeighbours(monitor, { from, to }));
    return { log, windows: await windowsOf(monitor, log) };
  };
  const live = parts.filter(({ day, isLogged }) => isLogged && day >= liveFrom);
  const lately = read(live[0]?.part.from, live.at(-1)?.part.to);
  const figured = parts.map(async ({ day, part, stored, isLogged }) => {
    const logged = isLogged && (await (day >= liveFrom ? lately : read(part.from, part.to)));
    if (!logged) return stored;
    const figures = figuresOf(logged.log, part, logged.windows);
    const since = Math.max(part.from, logged.log[0]?.at ?? part.from);
    return isSeen(figures) ? { ...figures, day, since } : stored;
  });
  return (await Promise.all(figured)).flatMap((part) => (part && isSeen(part) ? part : []));
}

const isSeen = ({ looks, observed }: Figures) => looks > 0 || observed > 0;

/** The days in UTC that a period touches, with the part of each that lies within. */
function partsOf({ from, to }: Period) {
  const days = Math.ceil((to - secondsOfDay(dayOf(from)).from) / DAY_SECONDS);
  return Array.from({ length: Math.max(0, days) }, (_, index) => {
    const day = daysLater(dayOf(from), index);
    const whole = secondsOfDay(day);
    return { day, part: { from: Math.max(whole.from, from), to: Math.min(whole.to, to) } };
  });
}

/** The percentage of the last seven days, today included, that a website was up; null if nothing was observed. */
export function weeklyPercentage(days: DayFigures[], today: string): number | null {
  return percentageOfDays(days.filter(({ date }) => date > daysLater(today, -7)));
}
