import { tellCause } from "../../shared/causeTexts.ts";
import type { CheckRecord, Period, UptimeMemory } from "../../shared/entities/check.ts";
import { UptimeDay, type UptimeDayRecord } from "../../shared/entities/uptimeDay.ts";
import type { OwnedKey } from "../../shared/table/entity.ts";
import type { TextLanguage } from "../../shared/texts.ts";
import { timestamp } from "../../shared/time.ts";
import { readUptime } from "../monitoring/bucketHours.ts";
import { dayOf, daysLater, secondsOfDay } from "../monitoring/days.ts";
import { findDowntimes, presentDowntime } from "../monitoring/downtimes.ts";
import { secondsIn } from "../monitoring/secondsByHour.ts";
import { addTallies, NO_PROBES, responseTimes } from "../monitoring/tallies.ts";
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
  /** Whom its texts name to be asked. */
  sender?: string;
  /** Whether findings are wanted by kind as well. */
  byKind?: boolean;
}

/** The uptime of a website within a period, as its digest shows it, and its days in UTC. `check` is its uptime check. */
export async function readUptimeWithin(
  { reseller_uuid, uuid }: OwnedKey,
  check: CheckRecord<"uptime"> | undefined,
  { period, language, now, sender }: DigestRequest,
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
  const within = days.filter(({ day }) => day >= from);
  const answers = within.map(({ times }) => ({ ...NO_PROBES, times }));
  const shown = {
    last_checked_at: checked_at === undefined ? null : timestamp(new Date(checked_at * 1000)),
    uptime_percentage: percentageOfDays([{ observed_seconds: observed, down_seconds: down }]),
    observed_seconds: observed,
    down_seconds: down,
    response_ms: responseTimes(answers.reduce(addTallies, NO_PROBES).times),
    downtimes: downtimes.slice(-MOST_DOWNTIMES).map((downtime) => {
      const shown = presentDowntime(downtime);
      return { ...shown, ...tellCause(shown.cause ?? "other", language, sender) };
    }),
    has_more_downtimes: downtimes.length > MOST_DOWNTIMES,
  };
  return { shown, days: within };
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
 * A whole day counts as it was written. Other parts of the last six days are known by the hour. Of an
 * older day that the period divides, downtimes count to the second, and the rest by its share of the day.
 */
export function figuresWithin(period: Period, known: Known, now: number): Figures {
  const { memory, days, downtimes } = known;
  const { first_checked_at: first = now } = memory;
  const byHourFrom = daysLater(dayOf(now), 1 - UPTIME_DAYS);
  const recentFrom = dayOf(first) > byHourFrom ? dayOf(first) : byHourFrom;
  const written = Object.fromEntries(days.map((each) => [each.day, each]));
  let sum: Figures = { observed: 0, down: 0 };
  for (let day = dayOf(period.from); secondsOfDay(day).from < period.to; day = daysLater(day, 1)) {
    const whole = secondsOfDay(day);
    const part = { from: Math.max(whole.from, period.from), to: Math.min(whole.to, period.to) };
    const isWhole = part.from === whole.from && part.to === whole.to;
    const { [day]: record } = written;
    const isRecent = day >= recentFrom;
    if (!record && !isRecent) continue;
    const { observed, down } =
      record && (isWhole || !isRecent)
        ? partOfDay(record, { whole, part, downtimes })
        : byHour(part, memory, now);
    sum = { observed: sum.observed + observed, down: sum.down + down };
  }
  return sum;
}

/** The figures of a part of a recent day. The hour of the first probe counts, although it began before. */
function byHour(part: Period, memory: UptimeMemory, now: number): Figures {
  const { first_checked_at: first = now, checked_at = first, observed_until = 0 } = memory;
  const until = Math.max(checked_at, Math.min(observed_until, now));
  const window = { from: part.from, to: Math.min(part.to, until) };
  const from = Math.max(window.from, first);
  if (window.to <= from) return { observed: 0, down: 0 };
  const observed = window.to - from - secondsIn(unseenOf(memory), window);
  return clip({ observed, down: secondsIn(downOf(memory), window) });
}

function partOfDay(
  { observed, down }: UptimeDayRecord,
  { whole, part, downtimes }: { whole: Period; part: Period; downtimes: Period[] },
): Figures {
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
