import { type Html, html } from "../../../shared/platform/html.ts";
import type { Words } from "../../../shared/reports/writing.ts";
import { noDowntime } from "../report/websitePart.ts";
import { STATUS_DAYS, type WebsiteStatus } from "./status.ts";

/** Of a bar with the gap behind it. */
const STEP = 4;
const WIDTH = 3;
const HEIGHT = 32;
/** A narrow page has bars for a month only. */
const MONTH_DAYS = 30;
/** A day with the shortest failure is still seen. */
const LEAST_SHARE = 0.1;

type Day = WebsiteStatus["days"][number];

/**
 * A bar for each day, red from the top as far as the website was down, and none before the website existed. A day with
 * a failure has its time down as a title.
 */
export function dayBars(website: WebsiteStatus, words: Words): Html {
  const { days, existed_since = "" } = website;
  const { texts, formats } = words;
  const failing: string[] = [];
  const bars = days.map((day, index) => {
    const { date, observed_seconds, down_seconds } = day;
    const bar = (name: string, height = HEIGHT) =>
      html`<rect class="${name}" x="${index * STEP}" width="${WIDTH}" height="${height}"/>`;
    if (observed_seconds === 0) return date >= existed_since.slice(0, 10) && bar("none");
    if (down_seconds === 0) return bar("full");
    const title = `${formats.shortDay(date)}: ${texts.downFor(formats.duration(down_seconds))}`;
    failing.push(title);
    return html`<g><title>${title}</title>${bar("full")}${bar("low", redOf(day))}</g>`;
  });
  const summary = failing.length > 0 ? failing.join(", ") : noDowntime(website, words);
  const label = `${formats.label(texts.uptime)} ${summary}`;
  return html`<div class="days"><svg viewBox="0 0 ${days.length * STEP} ${HEIGHT}" preserveAspectRatio="none" role="img" aria-label="${label}">${bars}</svg></div>
<p class="ends quiet"><span class="quarter">${formats.ago(STATUS_DAYS)}</span><span class="month">${formats.ago(MONTH_DAYS)}</span> <span>${formats.ago(0)}</span></p>`;
}

function redOf({ observed_seconds, down_seconds }: Day): number {
  return Math.round(HEIGHT * Math.max(LEAST_SHARE, down_seconds / observed_seconds));
}
