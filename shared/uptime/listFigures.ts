import type { Period } from "../entities/monitor.ts";
import { type Stored, StoredValue } from "../entities/storedValue.ts";
import { batchGetEventually, lookup } from "../platform/table/batch.ts";
import { packJson, unpackJson } from "../platform/table/packedJson.ts";
import { DAY_SECONDS, dayOf, daysLater, secondsOfDay } from "../platform/time.ts";
import { type LoggedProbe, logOf, namesIn, readHours } from "./bucketHours.ts";
import {
  type Bucket,
  type DueRound,
  findBucketsOf,
  hourOfDays,
  idOf,
  nameOf,
  positionOf,
  startOf,
} from "./buckets.ts";
import { findDays } from "./dailyFigures.ts";
import { figuresOf, percentageOfDays, responseTimes } from "./figures.ts";
import { findRoster } from "./roster.ts";
import { longestSeconds, secondsWithin } from "./states.ts";

const HOUR_SECONDS = 3600;
const HOURS = 24;
/** Whole days of UTC, to which the day that is not over is added. */
const WHOLE_DAYS = 29;
const KEPT_SECONDS = 2 * DAY_SECONDS;

/** What lists show of the uptime of a website. */
interface ListFigures {
  /** Of each of 24 hours, oldest first: the percentage of its observed time that the website was up. */
  hours: (number | null)[];
  /** Of the responses of these hours, in milliseconds: the median, and what one in twenty exceeds. */
  response_ms: number | null;
  response_p95_ms: number | null;
  /** Seconds of about 30 days until the end of the last hour. */
  observed: number;
  down: number;
}

/** The figures of a bucket's websites by their short names (`nameOf`), rewritten every hour. */
interface BucketFigures {
  /** The end of the last hour, in seconds since 1970. */
  until: number;
  figures: Record<string, ListFigures>;
}

/** As it is stored: compressed JSON. */
type StoredFigures = Stored<Uint8Array>;

function keyOf(bucket: Bucket) {
  return { pk: `bucket#${idOf(bucket)}#figures` };
}

function figuresIn(stored: StoredFigures | null | undefined): BucketFigures | undefined {
  return stored ? unpackJson<BucketFigures>(stored.value) : undefined;
}

type Totals = Pick<ListFigures, "observed" | "down">;

/**
 * Writes the figures of a bucket that fall due with a round: those of an hour once its last probe has had its next
 * one. Writing them again changes nothing.
 */
export async function writeFiguresDue({ slot, after, ...bucket }: DueRound) {
  const until = lastHour(slot, bucket.minutes);
  if (until > lastHour(after, bucket.minutes)) await writeListFigures(bucket, until);
}

/** The end of the last hour whose figures are due at a time. */
function lastHour(seconds: number, minutes: number): number {
  return Math.floor((seconds - longestSeconds(minutes)) / HOUR_SECONDS) * HOUR_SECONDS;
}

/**
 * Writes the figures of a bucket for the hours until a time. Once a day they begin anew from the days that are stored.
 */
export async function writeListFigures(bucket: Bucket, until: number) {
  const { data } = await StoredValue.get(keyOf(bucket)).go();
  const former = figuresIn(data as StoredFigures | null);
  if (former && former.until >= until) return;
  const longest = longestSeconds(bucket.minutes);
  const period = { from: until - DAY_SECONDS - longest, to: until + longest };
  const hours = await readHours({ minutes: bucket.minutes, position: startOf(bucket) }, period);
  const begins = !former || dayWritten(bucket, until) > dayWritten(bucket, former.until);
  const totals = begins ? await sumDays(bucket, until) : new Map<string, Totals>();
  const before = begins ? {} : former.figures;
  const probed = hours.flatMap(({ names }) => namesIn(names));
  const figures: Record<string, ListFigures> = {};
  for (const name of new Set([...Object.keys(before), ...totals.keys(), ...probed])) {
    const log = logOf(hours, name, period);
    const total = totals.get(name);
    // Of a website without stored days, all is in the log.
    const today = total?.observed ? secondsOfDay(dayOf(until)).from : 0;
    const from = Math.max(before[name] ? (former?.until ?? 0) : today, until - DAY_SECONDS);
    figures[name] = {
      ...lastDay(log, until),
      ...added(total ?? before[name], log, { from, to: until }),
    };
  }
  const value = packJson({ until, figures });
  await StoredValue.put({ ...keyOf(bucket), value, expires_epoch: until + KEPT_SECONDS }).go();
}

/** The day that the bucket's daily figures reach at a time: each has an hour of its own to write them (`daysDueAt`). */
function dayWritten(bucket: Bucket, seconds: number): string {
  return dayOf(seconds - hourOfDays(bucket) * HOUR_SECONDS);
}

/** The sums of the stored days of a bucket's websites, by their names. */
async function sumDays(bucket: Bucket, until: number): Promise<Map<string, Totals>> {
  const today = dayOf(until);
  const days = { from: daysLater(today, -WHOLE_DAYS), to: daysLater(today, -1) };
  const sums = (await findRoster(bucket)).map(async (website) => {
    const stored = await findDays(website, days);
    const sum = (name: keyof Totals) => stored.reduce((total, day) => total + day[name], 0);
    return [nameOf(website.uuid), { observed: sum("observed"), down: sum("down") }] as const;
  });
  return new Map(await Promise.all(sums));
}

/** Failures in maintenance are logged as such. After a failure, maintenance counts as down until its first probe. */
function added(before: Totals | undefined, log: LoggedProbe[], period: Period): Totals {
  const { observed, down } = figuresOf(log, period);
  return { observed: (before?.observed ?? 0) + observed, down: (before?.down ?? 0) + down };
}

function lastDay(log: LoggedProbe[], until: number): Omit<ListFigures, keyof Totals> {
  const longest = longestSeconds(Math.max(0, ...log.map(({ minutes }) => minutes)));
  const hours = Array.from({ length: HOURS }, (_, index) => {
    const from = until - (HOURS - index) * HOUR_SECONDS;
    const to = from + HOUR_SECONDS;
    const near = log.filter(({ at }) => at >= from - longest && at <= to + longest);
    return percentageOf(figuresOf(near, { from, to }));
  });
  const { times } = figuresOf(log, { from: until - DAY_SECONDS, to: until });
  const { median = null, p95 = null } = responseTimes(times) ?? {};
  return { hours, response_ms: median, response_p95_ms: p95 };
}

function percentageOf({ observed, down }: Totals): number | null {
  return percentageOfDays([{ observed_seconds: observed, down_seconds: down }]);
}

/** A website, the interval of its probes, and its last downtime: until now if it is still down. */
interface Probed {
  uuid: string;
  minutes: number;
  downtime?: Period | undefined;
}

/**
 * The figures of each of these websites as lists show them, at a time in milliseconds. Its last downtime counts at
 * once, everything else once the hour is over.
 */
export async function readListFigures(websites: Probed[], nowMs: number) {
  const seconds = Math.floor(nowMs / 1000);
  const placed = await Promise.all(
    websites.map(async (website) => {
      const place = { minutes: website.minutes, position: positionOf(website.uuid) };
      return { website, buckets: await findBucketsOf(place, seconds - HOUR_SECONDS) };
    }),
  );
  const buckets = new Map(placed.flatMap((each) => each.buckets.map((one) => [idOf(one), one])));
  const records = await batchGetEventually(
    ...[...buckets.values()].map((bucket) => lookup<StoredFigures>(StoredValue, keyOf(bucket))),
  );
  const byBucket = new Map([...buckets.keys()].map((id, index) => [id, figuresIn(records[index])]));
  return placed.map(({ website: { uuid, downtime }, buckets }) => {
    const name = nameOf(uuid);
    const stored = buckets
      .map((bucket) => byBucket.get(idOf(bucket)))
      .find((each) => each?.figures[name]);
    const { until = seconds, figures = {} } = stored ?? {};
    return present(figures[name], downtime, { from: until, to: seconds });
  });
}

/** The figures as the API shows them, plus what a downtime adds in the time since they were written. */
function present(figures: ListFigures | undefined, downtime: Period | undefined, since: Period) {
  const { hours = [], observed = 0, down = 0 } = figures ?? {};
  const downIn = (period: Period) => (downtime ? secondsWithin(period, [downtime]) : 0);
  const later = downIn(since);
  // The running hour is the last one.
  const hoursSince = Math.floor((since.to - since.from) / HOUR_SECONDS) + 1;
  const recent = Array.from({ length: hoursSince }, (_, index) => {
    const from = since.from + index * HOUR_SECONDS;
    const to = Math.min(from + HOUR_SECONDS, since.to);
    const down = downIn({ from, to });
    return down > 0 ? percentageOf({ observed: to - from, down }) : null;
  });
  const { response_ms = null, response_p95_ms = null } = (hoursSince < HOURS && figures) || {};
  return {
    ...{ response_ms, response_p95_ms },
    uptime_30_days: percentageOf({ observed: observed + later, down: down + later }),
    observed_seconds: observed + later,
    last_24_hours: [...Array<null>(HOURS).fill(null), ...hours, ...recent].slice(-HOURS),
  };
}
