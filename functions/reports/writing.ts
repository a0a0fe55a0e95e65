import { catalogues } from "../../shared/catalogue/catalogues.ts";
import type { TextLanguage } from "../../shared/texts.ts";
import { type KnownUptime, uptimeFigure } from "../../shared/uptimeFigure.ts";
import { formatsOf } from "./formats.ts";
import { hasBefore, isAudited, openOf, type Reported } from "./report.ts";

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
  /** The most rows of a table of days; a longer one has a row for each week. */
  rows: number;
  /** How many bytes a part may take. */
  room: number;
  /** Of the headings of a website's parts. */
  level: number;
}

type Uptime = KnownUptime & { down_seconds: number };

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

/** The figures of a website in a table of several: uptime beside that before, time down, and open findings. */
export function figuresOfRow(website: Reported, words: Words): string[] {
  const { texts, formats } = words;
  const before = hasBefore(website) ? ` (${tellUptime(website.before, words)})` : "";
  return [
    tellUptime(website, words) + before,
    tellDown(website, words),
    isAudited(website) ? formats.number(openOf(website)) : texts.unknown,
  ];
}
