import type { DowntimeRecord } from "../../shared/entities/downtime.ts";
import type { MonitorRecord, Period } from "../../shared/entities/monitor.ts";
import { UptimeDay, type UptimeDayRecord } from "../../shared/entities/uptimeDay.ts";
import type { OwnedKey } from "../../shared/table/entity.ts";
import { LOG_DAYS, type LoggedProbe, readLog } from "./bucketHours.ts";
import { dayOf, daysLater, secondsOfDay } from "./days.ts";
import {
  type Figures,
  figuresOf,
  hasFailures,
  type ResponseTimes,
  responseTimes,
} from "./figures.ts";
import { findWindows, periodOf } from "./maintenance.ts";
import { findMonitor } from "./roster.ts";
import { longestSeconds, secondsWithin } from "./states.ts";

/** The figures of today and of the last three days are perhaps not stored yet: they follow from the log. */
const LIVE_DAYS = 3;

/** The uptime figures of a website on a day, in UTC. */
export interface DayFigures {
  /** `2026-01-31`. */
  date: string;
  looks: number;
  failures: number;
  failed_attempts: number;
  observed_seconds: number;
  down_seconds: number;
  /** Milliseconds; null where nothing was answered. */
  response_ms: ResponseTimes | null;
}

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
  now = Date.now(),
): Promise<DayFigures[]> {
  const found = new Map<string, Figures>(
    (await findDays(key, { from, to })).map((each) => [each.day, each]),
  );
  const missing = liveDays(now).filter((day) => day >= from && day <= to && !found.has(day));
  const own = missing.length > 0 ? await (monitor ?? findMonitor(key)) : undefined;
  const [newest] = missing;
  const oldest = missing.at(-1);
  if (own && newest && oldest) {
    const span = { from: secondsOfDay(oldest).from, to: secondsOfDay(newest).to };
    const log = await readLog(own, withNeighbours(own, span));
    const windows = await windowsOf(own, log);
    for (const day of missing) found.set(day, figuresOf(log, secondsOfDay(day), windows));
  }
  return [...found]
    .filter(([, { looks }]) => looks > 0)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([date, { looks, failures, failed_attempts, observed, down, times }]) => ({
      ...{ date, looks, failures, failed_attempts },
      ...{ observed_seconds: observed, down_seconds: down },
      response_ms: responseTimes(times),
    }));
}

/** Newest first. */
function liveDays(now: number): string[] {
  const today = dayOf(now / 1000);
  return Array.from({ length: LIVE_DAYS + 1 }, (_, index) => daysLater(today, -index));
}

/** The figures of a website within a period, from the log of its probes. */
export async function figuresFromLog(monitor: MonitorRecord, window: Period): Promise<Figures> {
  const log = await readLog(monitor, withNeighbours(monitor, window));
  return figuresOf(log, window, await windowsOf(monitor, log));
}

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

/** What is known of a website: its monitor, its stored days in UTC, and its downtimes. */
interface Known {
  monitor: MonitorRecord | undefined;
  days: UptimeDayRecord[];
  downtimes: DowntimeRecord[];
}

/** Of a period. */
type Share = Pick<Figures, "looks" | "failed_attempts" | "observed" | "down">;

/**
 * How often a website was probed within a period, and how long it was observed and down. The period may begin and
 * end within days of UTC. A whole
 * day counts as it is stored. Parts of recent days, and days that are not stored yet, follow from the log. Of an
 * older day that the period divides, downtimes count to the second, and the rest by its share of the day.
 */
export async function figuresWithin(
  period: Period,
  { monitor, days, downtimes }: Known,
  now: number,
): Promise<Share> {
  const stored = new Map(days.map((each) => [each.day, each]));
  const today = dayOf(now / 1000);
  const [loggedFrom, liveFrom] = [daysLater(today, 2 - LOG_DAYS), daysLater(today, -LIVE_DAYS)];
  const parts: Promise<Share>[] = [];
  for (let day = dayOf(period.from); secondsOfDay(day).from < period.to; day = daysLater(day, 1)) {
    const whole = secondsOfDay(day);
    const part = { from: Math.max(whole.from, period.from), to: Math.min(whole.to, period.to) };
    const isWhole = part.from === whole.from && part.to === whole.to;
    const record = stored.get(day);
    const isLogged = day >= loggedFrom && monitor !== undefined;
    if (record && (isWhole || !isLogged)) {
      parts.push(Promise.resolve(partOfDay(record, { whole, part, downtimes, now })));
    } else if (isLogged && (record || day >= liveFrom)) {
      parts.push(
        figuresFromLog(monitor, part).then((figures) =>
          figures.looks === 0 && record
            ? partOfDay(record, { whole, part, downtimes, now })
            : figures,
        ),
      );
    }
  }
  const shares = await Promise.all(parts);
  const sumOf = (name: keyof Share) => shares.reduce((sum, share) => sum + share[name], 0);
  return {
    ...{ looks: sumOf("looks"), failed_attempts: sumOf("failed_attempts") },
    ...{ observed: sumOf("observed"), down: sumOf("down") },
  };
}

function partOfDay(
  record: UptimeDayRecord,
  {
    whole,
    part,
    downtimes,
    now,
  }: { whole: Period; part: Period; downtimes: DowntimeRecord[]; now: number },
): Share {
  const share = (part.to - part.from) / (whole.to - whole.from);
  if (share === 1) return record;
  const { observed, down } = record;
  const periods = downtimes.map(({ began_at, ended_at }) => ({
    from: Date.parse(began_at) / 1000,
    to: ended_at === undefined ? now / 1000 : Date.parse(ended_at) / 1000,
  }));
  const unconfirmed = Math.max(0, down - secondsWithin(whole, periods));
  const confirmed = Math.min(down, secondsWithin(part, periods));
  const seen = Math.round(observed * share);
  return {
    looks: Math.round(record.looks * share),
    failed_attempts: Math.round(record.failed_attempts * share),
    observed: seen,
    down: Math.min(seen, Math.round(confirmed + unconfirmed * share)),
  };
}

/** The figures of the last seven days. */
export async function weeklyFigures(key: OwnedKey, now = Date.now()): Promise<DayFigures[]> {
  const to = dayOf(now / 1000);
  return await dailyFigures(key, { from: daysLater(to, -6), to }, now);
}
