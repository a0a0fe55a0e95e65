import { DAY_MS } from "../platform/time.ts";
import { labelled, localeOf, type TextLanguage, writtenDays } from "../vocabulary/texts.ts";

const UNITS = [
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60],
  ["second", 1],
] as const;
const MOST_UNITS = 2;

/** ICU calls it "root". */
const unknownLanguage: Readonly<Record<TextLanguage, string>> = {
  en: "an unknown language",
  de: "eine unbekannte Sprache",
  fr: "langue inconnue",
  es: "un idioma desconocido",
  it: "una lingua sconosciuta",
  nl: "een onbekende taal",
};

/** How a language writes numbers, days, times of a time zone, and durations. */
export function formatsOf(language: TextLanguage, timeZone: string) {
  const locale = localeOf(language);
  const day = new Intl.DateTimeFormat(locale, { dateStyle: "long", timeZone });
  const time = new Intl.DateTimeFormat(locale, {
    ...{ dateStyle: "medium", timeStyle: "short", timeZone },
  });
  const clock = new Intl.DateTimeFormat(locale, { timeStyle: "short", timeZone });
  const dayOfYear = new Intl.DateTimeFormat(locale, { day: "numeric", month: "long", timeZone });
  const isoDay = new Intl.DateTimeFormat("sv", { dateStyle: "short", timeZone });
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: "auto" });
  const utcDay = new Intl.DateTimeFormat(locale, { dateStyle: "long", timeZone: "UTC" });
  const shortDay = new Intl.DateTimeFormat(locale, {
    ...{ day: "numeric", month: "short", timeZone: "UTC" },
  });
  const number = new Intl.NumberFormat(locale);
  const percent = new Intl.NumberFormat(locale, {
    ...{ style: "percent", minimumFractionDigits: 2, maximumFractionDigits: 2 },
    trailingZeroDisplay: "stripIfInteger",
  });
  const list = new Intl.ListFormat(locale, { type: "unit", style: "narrow" });
  const enumeration = new Intl.ListFormat(locale, { type: "unit" });
  const languages = new Intl.DisplayNames(locale, { type: "language" });
  const nameOf = (code: string) =>
    code === "und" ? unknownLanguage[language] : (languages.of(code) ?? code);
  const written = (text: string) => writtenDays(text, language);
  const daysBetween = (from: number, to: number) =>
    (Date.parse(isoDay.format(to)) - Date.parse(isoDay.format(from))) / DAY_MS;
  return {
    label: (text: string) => labelled(text, language),
    number: (value: number) => number.format(value),
    /** `Italian, Polish` of `it` and `pl`. */
    languages: (codes: string[]) => enumeration.format(codes.map(nameOf)),
    /** `99.98%` of 99.98, `100%` of 100. */
    percent: (value: number) => percent.format(value / 100),
    day: (at: string) => written(day.format(new Date(at))),
    /** `3 November` for a day of the last 300, else with its year. */
    since: (at: string, now: number) =>
      written((daysBetween(Date.parse(at), now) < 300 ? dayOfYear : day).format(new Date(at))),
    /** `90 days ago`, `today`. */
    ago: (days: number) => relative.format(-days, "day"),
    /** `today 22:19`, `yesterday 22:19`, else a date. */
    moment: (at: string, now: number) => {
      const days = daysBetween(Date.parse(at), now);
      const isDate = days > 1;
      const text = isDate
        ? written(time.format(new Date(at)))
        : `${relative.format(-days, "day")} ${clock.format(new Date(at))}`;
      return { text, isDate };
    },
    time: (at: string) => written(time.format(new Date(at))),
    /** Of a day, `2026-01-31`. */
    shortDay: (date: string) => written(shortDay.format(new Date(date))),
    range: (from: string, to: string) => written(utcDay.formatRange(new Date(from), new Date(to))),
    duration: (seconds: number) => {
      const parts = durationParts(seconds).map(([unit, count]) =>
        new Intl.NumberFormat(locale, { style: "unit", unit, unitDisplay: "long" }).format(count),
      );
      return list.format(parts);
    },
  };
}

/** The two greatest units of a duration, from the first that is not zero. */
function durationParts(seconds: number): [unit: string, count: number][] {
  let rest = Math.max(0, Math.round(seconds));
  const parts = UNITS.map(([unit, size]): [string, number] => {
    const count = Math.floor(rest / size);
    rest -= count * size;
    return [unit, count];
  });
  const first = parts.findIndex(([, count]) => count > 0);
  const greatest = parts.slice(first, first + MOST_UNITS).filter(([, count]) => count > 0);
  return first < 0 ? [["second", 0]] : greatest;
}
