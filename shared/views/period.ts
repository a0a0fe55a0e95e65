import * as z from "zod/mini";
import type { Period } from "../entities/monitor.ts";
import { described, optional } from "../fields/described.ts";
import { assertRange, dayParameter, rule, unspaced } from "../fields/validationErrors.ts";
import { DAY_MS, daysLater, timestamp } from "../platform/time.ts";

const USUAL_DAYS = 7;
/** Of a digest or report. */
const MOST_DAYS = 90;
const MOST_CHARACTERS = 64;

/** Whether a text names a time zone. */
export const namesTimezone = rule(
  "format",
  "Timezone must be a name of the IANA database such as Europe/Berlin",
  isTimeZone,
);

/** The query parameters of a range of days in a time zone. */
export const periodQuery = {
  from: optional(
    dayParameter("From"),
    "The first day; without it, six days before the last one. At most 90 days.",
    "2026-11-16",
  ),
  to: optional(dayParameter("To"), "The last day; without it, yesterday.", "2026-11-22"),
  timezone: described(
    z._default(z.pipe(unspaced, z.string().check(namesTimezone)), "UTC"),
    "The time zone of the days, by its IANA name; without it, UTC.",
    "Europe/Berlin",
  ),
};

/** A range of days in a time zone, in seconds since 1970. */
export interface DigestPeriod extends Period {
  days: { from: string; to: string };
  timezone: string;
}

interface RequestedPeriod {
  from?: string | undefined;
  to?: string | undefined;
  timezone: string;
}

/** The period that a request asks for; throws ValidationFailed if it has too many days. */
export function periodOf(requested: RequestedPeriod, now: number): DigestPeriod {
  const { timezone } = requested;
  const to = requested.to ?? daysLater(dayAt(now, timezone), -1);
  const from = requested.from ?? daysLater(to, 1 - USUAL_DAYS);
  assertRange(from, to, MOST_DAYS);
  return periodOfDays({ from, to }, timezone);
}

/** As `periodOf`, but with today. One with a first day only grows until it has as many days as it may have. */
export function periodUntilNow(requested: RequestedPeriod, now: number): DigestPeriod {
  const today = dayAt(now, requested.timezone);
  const last = requested.from === undefined ? today : daysLater(requested.from, MOST_DAYS - 1);
  return periodOf({ ...requested, to: requested.to ?? (last < today ? last : today) }, now);
}

export function periodOfDays(days: DigestPeriod["days"], timezone: string): DigestPeriod {
  return {
    ...{ days, timezone },
    from: startOfDay(days.from, timezone),
    to: startOfDay(daysLater(days.to, 1), timezone),
  };
}

/** The period before: the month before a month, else as many days. */
export function periodBefore({ days: { from, to }, timezone }: DigestPeriod): DigestPeriod {
  const last = daysLater(from, -1);
  const month = from.slice(0, 7);
  const isMonth =
    from.endsWith("-01") && !daysLater(to, 1).startsWith(month) && to.startsWith(month);
  const count = (Date.parse(to) - Date.parse(from)) / DAY_MS;
  const first = isMonth ? `${last.slice(0, 7)}-01` : daysLater(last, -count);
  return periodOfDays({ from: first, to: last }, timezone);
}

export function presentPeriod({ days, timezone, from, to }: DigestPeriod) {
  const at = (seconds: number) => timestamp(new Date(seconds * 1000));
  return { ...days, timezone, begins_at: at(from), ends_at: at(to) };
}

/** Names that ICU takes and the IANA database does not have: abbreviations but these, and former zones. */
const NO_IANA_NAME =
  /^(?!(?:CET|EET|EST|GMT|HST|MET|MST|PRC|ROC|ROK|UCT|UTC|WET)$)[A-Z]{3}$|^SystemV\/|^US\/Pacific-New$|^Canada\/East-Saskatchewan$/i;

/** Whether this is a name of the IANA database. `Intl` takes others as well, and offsets such as `+01:00`. */
function isTimeZone(name: string): boolean {
  if (name.length > MOST_CHARACTERS || !/^[A-Za-z]/.test(name) || NO_IANA_NAME.test(name)) {
    return false;
  }
  try {
    return Boolean(new Intl.DateTimeFormat("en", { timeZone: name }));
  } catch {
    return false;
  }
}

/** The day of a time in milliseconds: `2026-01-31`. */
export function dayAt(ms: number, timezone: string): string {
  return new Date(ms + offsetAt(ms, timezone)).toISOString().slice(0, 10);
}

/** When a day begins, in seconds since 1970. If its midnight is skipped, it begins after the gap. */
function startOfDay(day: string, timezone: string): number {
  const midnight = Date.parse(`${day}T00:00:00Z`);
  const offsets = [midnight - DAY_MS, midnight + DAY_MS].map((at) => offsetAt(at, timezone));
  const starts = offsets.map((offset) => midnight - offset).toSorted((a, b) => a - b);
  const start = starts.find((at) => dayAt(at, timezone) === day) ?? midnight;
  return Math.floor(start / 1000);
}

/** How far the clocks of a time zone are ahead of UTC, in milliseconds. */
function offsetAt(ms: number, timeZone: string): number {
  const seconds = Math.floor(ms / 1000) * 1000;
  const parts = new Intl.DateTimeFormat("en", {
    ...{ timeZone, hourCycle: "h23", year: "numeric", month: "numeric", day: "numeric" },
    ...{ hour: "numeric", minute: "numeric", second: "numeric" },
  }).formatToParts(seconds);
  const value = (type: string) => Number(parts.find((part) => part.type === type)?.value);
  const [year, month, day] = [value("year"), value("month"), value("day")];
  return Date.UTC(year, month - 1, day, value("hour"), value("minute"), value("second")) - seconds;
}
