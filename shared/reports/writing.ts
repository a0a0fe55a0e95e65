import { catalogues } from "../catalogue/catalogues.ts";
import { percentageOfDays } from "../uptime/figures.ts";
import type { TextLanguage } from "../vocabulary/texts.ts";
import { type KnownUptime, uptimeFigure } from "../vocabulary/uptimeFigure.ts";
import { formatsOf } from "./formats.ts";

/** What a page or mail is written with: texts, formats of a language and time zone, and its time in milliseconds. */
export type Words = ReturnType<typeof wordsOf>;

/** The words of reports and status pages. */
export function wordsOf(language: TextLanguage, timezone: string, now: number) {
  const { common, report, status } = catalogues[language];
  const formats = formatsOf(language, timezone);
  return { texts: { ...common, ...report }, status, formats, language, now };
}

/** How a report is written. */
export interface Writing extends Words {
  /** Of the headings of a website's parts. */
  level: number;
}

type Uptime = KnownUptime & { down_seconds: number };

/** The uptime of some websites together, within the same period; undefined for none. */
export function uptimeTogether(websites: Uptime[]): Uptime | undefined {
  const [first] = websites;
  if (!first || websites.length === 1) return first;
  const sum = (name: "observed_seconds" | "down_seconds") =>
    websites.reduce((total, website) => total + website[name], 0);
  const seconds = { observed_seconds: sum("observed_seconds"), down_seconds: sum("down_seconds") };
  const [watched_since = null] = websites.flatMap((each) => each.watched_since ?? []).toSorted();
  const uptime_percentage = percentageOfDays([seconds]);
  return { ...seconds, uptime_percentage, watched_since, period: first.period };
}

/** An uptime as pages and mails tell it. */
export function tellUptime(uptime: Uptime, { texts, formats, now }: Words): string {
  const figure = uptimeFigure(uptime);
  if (figure.kind === "unknown") return texts.unknown;
  if (figure.kind === "whole") return formats.percent(figure.percentage);
  if (figure.kind === "since") {
    const since = formats.since(figure.since, now);
    return texts.percentSince(formats.percent(figure.percentage), since);
  }
  const { down_seconds } = uptime;
  const since = formats.moment(figure.since, now);
  const down = down_seconds > 0 ? texts.downFor(formats.duration(down_seconds)) : texts.noFailure;
  return `${down}, ${texts.watchedSince(since.text, since.isDate)}`;
}

/** What a status page calls the uptime of its 90 days, or of those that were watched. */
export function nameUptime(uptime: Uptime, { texts, status }: Words): string {
  return uptimeFigure(uptime).kind === "whole" ? status.inDays : texts.uptime;
}

/** How long a website was down, or that nobody knows because it was not probed. */
export function tellDown(
  { observed_seconds, down_seconds }: Pick<Uptime, "observed_seconds" | "down_seconds">,
  { texts, formats }: Words,
): string {
  return observed_seconds === 0 ? texts.unknown : formats.duration(down_seconds);
}
