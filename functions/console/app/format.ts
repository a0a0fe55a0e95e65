import { formatsOf } from "../../../shared/reports/formats.ts";
import { textLanguages } from "../../../shared/vocabulary/texts.ts";

const LOCALE = "en-GB";
const DAY_MS = 24 * 3600 * 1000;

const formatOf =
  (options: Intl.DateTimeFormatOptions) =>
  (time: string | number): string =>
    new Intl.DateTimeFormat(LOCALE, options).format(new Date(time));

const showDate = formatOf({ dateStyle: "medium" });

/** `14:05` in the reader's time zone. */
export const showHour = formatOf({ hour: "2-digit", minute: "2-digit" });

/** A day in UTC, such as `2026-11-23`. */
export const showDay = formatOf({ dateStyle: "medium", timeZone: "UTC" });

/** A month in UTC, such as `2026-11`. */
export const showMonth = formatOf({ year: "numeric", month: "long", timeZone: "UTC" });

/** As e-mails and reports write them: `1,200`, `99.98%`, `2 hours 5 minutes`, `Italian, Polish` of `it` and `pl`. */
export const {
  number: showNumber,
  percent: showPercentage,
  duration: showDuration,
  languages: showLanguages,
} = formatsOf("en", "UTC");

export const showMilliseconds = (ms: number) => `${showNumber(Math.round(ms))} ms`;

/** A duration in its largest unit: `2 days`. */
export const showAge = (seconds: number) => showDuration(seconds).split(" ").slice(0, 2).join(" ");

/** A host name or URL as people write it: `example.com/shop`. */
export const showHost = (url: string) => url.replace(/^https?:\/\//i, "").replace(/\/$/, "");

/** A word of the API that the console has a text for; the API may have newer ones. */
export const knownOr = <Word extends string, Other>(
  texts: Readonly<Record<Word, unknown>>,
  word: string | null,
  other: Other,
): Word | Other => (Object.hasOwn(texts, word ?? "") ? (word as Word) : other);

/** `1 website`, `1,200 websites`. */
export const plural = (count: number, word: string) =>
  `${showNumber(count)} ${word}${count === 1 ? "" : "s"}`;

/** What there is of some parts, as one text. */
export const joined = (separator: string, ...parts: (string | false | null | undefined)[]) =>
  parts.filter(Boolean).join(separator);

/** The languages that there are texts in, to choose from. */
export const languageOptions = textLanguages.map((each) => [each, showLanguages([each])] as const);

/** A time in milliseconds, in the API's form. */
export const asTimestamp = (time: number) =>
  new Date(time).toISOString().replace(/\.\d+Z$/, "+00:00");

export function secondsSince(time: string, now = Date.now()): number {
  return Math.max(0, (now - Date.parse(time)) / 1000);
}

/** How long ago something was: `2 days`. */
export const showAgeOf = (time: string) => showAge(secondsSince(time));

/** A day in UTC, counted from today: `-29` is 29 days ago. */
export function dayFromToday(days: number): string {
  return new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);
}

/** A day of a month in UTC, counted from this one: the last of the previous month is the day 0 of this one. */
export function dayOfMonth(months: number, day: number): string {
  const now = new Date();
  const time = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months, day);
  return new Date(time).toISOString().slice(0, 10);
}

/** A time of a `datetime-local` field, which is in the reader's zone, as the API takes it. */
export function inUtc(local = ""): string {
  return asTimestamp(new Date(local).getTime());
}

const formatDay = formatOf({ day: "numeric", month: "short" });

/** `today`, `yesterday`, `3 Nov`, or `3 Nov 2025` in another year, in the reader's time zone. */
export function showDayOf(time: string | number, now = Date.now()): string {
  const day = showDate(time);
  if (day === showDate(now)) return "today";
  if (day === showDate(now - DAY_MS)) return "yesterday";
  return new Date(time).getFullYear() === new Date(now).getFullYear() ? formatDay(time) : day;
}

/** `today 19:43`, `3 Nov 03:10`. */
export const showWhen = (time: string | number) => `${showDayOf(time)} ${showHour(time)}`;
