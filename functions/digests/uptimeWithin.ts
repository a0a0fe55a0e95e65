import { tellCause } from "../../shared/causeTexts.ts";
import type { CheckRecord, Period, UptimeMemory } from "../../shared/entities/check.ts";
import { UptimeDay, type UptimeDayRecord } from "../../shared/entities/uptimeDay.ts";
import type { OwnedKey } from "../../shared/table/entity.ts";
import type { TextLanguage } from "../../shared/texts.ts";
import { timestamp } from "../../shared/time.ts";
import { readUptime } from "../monitoring/bucketHours.ts";
import { findDowntimes, presentDowntime } from "../monitoring/downtimes.ts";
import { secondsIn } from "../monitoring/secondsByHour.ts";
import {
  addTallies,
  dayOf,
  NO_PROBES,
  responseTimes,
  secondsOfDay,
} from "../monitoring/tallies.ts";
import {
  downOf,
  NEW_UPTIME_MEMORY,
  secondsWithin,
  UPTIME_DAYS,
  unseenOf,
} from "../monitoring/uptimeMemory.ts";
import { percentageOfDays } from "../monitoring/uptimePercentage.ts";
import { type DigestPeriod, presentPeriod } from "./period.ts";

const MOST_DOWNTIMES = 50;

/** What the digest of a website is asked for by; `now` in milliseconds. */
export interface DigestRequest {
  period: DigestPeriod;
  language: TextLanguage;
  now: number;
}

/** The uptime of a website within a period, as its digest shows it. `check` is its uptime check. */
export async function readUptimeWithin(
  { reseller_uuid, uuid }: OwnedKey,
  check: CheckRecord<"uptime"> | undefined,
  { period, language, now }: DigestRequest,
) {
  const { from, to, begins_at, ends_at } = presentPeriod(period);
  const begin = dayOf(period.from);
  const [memory = NEW_UPTIME_MEMORY, { data: days }, downtimes] = await Promise.all([
    check && readUptime(check, now, { consistent: false }),
    UptimeDay.query
      .ofWebsite({ reseller_uuid, uuid })
      .between({ day: begin < from ? begin : from }, { day: to })
      .go({ pages: "all" }),
    findDowntimes({ reseller_uuid, uuid }, { from: begins_at, until: ends_at }, MOST_DOWNTIMES + 1),
  ]);
  const seconds = Math.floor(now / 1000);
  const periods = downtimes.map(({ began_at, ended_at }) => ({
    from: Date.parse(began_at) / 1000,
    to: ended_at === undefined ? seconds : Date.parse(ended_at) / 1000,
  }));
  const known = { memory, days, downtimes: periods };
  const { observed, down } = figuresWithin(period, known, seconds);
  const { checked_at } = memory;
  const answers = days
    .filter(({ day }) => day >= from)
    .map(({ times }) => ({ ...NO_PROBES, times }));
  return {
    last_checked_at: checked_at === undefined ? null : timestamp(new Date(checked_at * 1000)),
    uptime_percentage: percentageOfDays([{ observed_seconds: observed, down_seconds: down }]),
    observed_seconds: observed,
    down_seconds: down,
    response_ms: responseTimes(answers.reduce(addTallies, NO_PROBES).times),
    downtimes: downtimes.slice(-MOST_DOWNTIMES).map((downtime) => {
      const shown = presentDowntime(downtime);
      return { ...shown, ...tellCause(shown.cause ?? "other", language) };
    }),
    has_more_downtimes: downtimes.length > MOST_DOWNTIMES,
  };
}

/** Seconds. */
interface Figures {
  observed: number;
  down: number;
}

/** What is known of a website: its uptime memory, its days in UTC, and its downtimes. */
interface Known {
  memory: UptimeMemory;
  days: UptimeDayRecord[];
  downtimes: Period[];
}

/**
 * How long a website was observed and down within a period, which may begin and end within days of UTC.
 * The last six days are known by the hour. Of an older day that the period divides, downtimes count to the
 * second, and the rest by its share of the day.
 */
export function figuresWithin(period: Period, known: Known, now: number): Figures {
  const { memory, days, downtimes } = known;
  const { first_checked_at: first = now, checked_at = first } = memory;
  const byHour = secondsOfDay(dayOf(now - UPTIME_DAYS * 24 * 3600)).to;
  const recentFrom = Math.max(byHour, secondsOfDay(dayOf(first)).from);
  const recent = {
    from: Math.max(period.from, recentFrom, first),
    to: Math.min(period.to, checked_at),
  };
  const older = days
    .map((day) => ({ day, whole: secondsOfDay(day.day) }))
    .filter(({ whole }) => whole.from < recentFrom)
    .map(({ day, whole }) => partOfDay(day, { whole, period, downtimes }));
  return [recentFigures(recent, memory), ...older].reduce((sum, each) => ({
    observed: sum.observed + each.observed,
    down: sum.down + each.down,
  }));
}

function recentFigures(recent: Period, memory: UptimeMemory): Figures {
  if (recent.to <= recent.from) return { observed: 0, down: 0 };
  const observed = recent.to - recent.from - secondsIn(unseenOf(memory), recent);
  return clip({ observed, down: secondsIn(downOf(memory), recent) });
}

function partOfDay(
  { observed, down }: UptimeDayRecord,
  { whole, period, downtimes }: { whole: Period; period: Period; downtimes: Period[] },
): Figures {
  const part = { from: Math.max(whole.from, period.from), to: Math.min(whole.to, period.to) };
  if (part.to <= part.from) return { observed: 0, down: 0 };
  const share = (part.to - part.from) / (whole.to - whole.from);
  if (share === 1) return { observed, down };
  const unconfirmed = Math.max(0, down - secondsWithin(whole, downtimes));
  const known = Math.min(down, secondsWithin(part, downtimes));
  return clip({
    observed: Math.round(observed * share),
    down: Math.round(known + unconfirmed * share),
  });
}

function clip({ observed, down }: Figures): Figures {
  const seen = Math.max(0, observed);
  return { observed: seen, down: Math.min(seen, down) };
}
