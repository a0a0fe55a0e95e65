import { type Html, html } from "../../../shared/platform/html.ts";
import type { Words } from "../../../shared/reports/writing.ts";
import { noDowntime } from "../report/websitePart.ts";
import { STATUS_DAYS, type WebsiteStatus } from "./status.ts";

const WIDTH = 4;
const HEIGHT = 32;
/** A narrow page has bars for a month only. */
const MONTH_DAYS = 30;
/** A day with the shortest failure is still seen. */
const LEAST_SHARE = 0.1;

type Day = WebsiteStatus["days"][number];
type Class = "full" | "low" | "none" | undefined;

/**
 * A bar for each day, red from the top as far as the website was down, and none before the website existed. Equal
 * days in a row are one shape, which lines divide, so that many websites fit on a page; a day with a failure has its
 * time down as a title.
 */
export function dayBars(website: WebsiteStatus, words: Words): Html {
  const { days, existed_since = "" } = website;
  const { texts, formats } = words;
  const shapes: Html[] = [];
  const failing: string[] = [];
  const classOf = ({ date, observed_seconds, down_seconds }: Day): Class => {
    if (observed_seconds === 0) return date < existed_since.slice(0, 10) ? undefined : "none";
    return down_seconds > 0 ? "low" : "full";
  };
  const classes = days.map(classOf);
  for (const [index, day] of days.entries()) {
    const own = classes[index];
    if (own === undefined || (own !== "low" && own === classes[index - 1])) continue;
    const next = classes.findIndex((each, at) => at > index && (own === "low" || each !== own));
    const width = ((next < 0 ? days.length : next) - index) * WIDTH;
    const place = html`x="${index * WIDTH}" width="${width}"`;
    const whole = (name: string) => html`<rect class="${name}" ${place} height="${HEIGHT}"/>`;
    if (own !== "low") {
      shapes.push(whole(own));
      continue;
    }
    const down = texts.downFor(formats.duration(day.down_seconds));
    const title = `${formats.shortDay(day.date)}: ${down}`;
    failing.push(title);
    const red = html`<rect class="low" ${place} height="${redOf(day)}"/>`;
    shapes.push(html`<g><title>${title}</title>${whole("full")}${red}</g>`);
  }
  const whole = days.length * WIDTH;
  const summary = failing.length > 0 ? failing.join(", ") : noDowntime(website, words);
  const label = `${formats.label(texts.uptime)} ${summary}`;
  return html`<div class="days"><svg viewBox="0 0 ${whole} ${HEIGHT}" preserveAspectRatio="none" role="img" aria-label="${label}">${shapes}<rect width="${whole}" height="${HEIGHT}" fill="url(#gaps)"/></svg></div>
<p class="ends quiet"><span class="quarter">${formats.ago(STATUS_DAYS)}</span><span class="month">${formats.ago(MONTH_DAYS)}</span> <span>${formats.ago(0)}</span></p>`;
}

/** The lines between days, once for all bars of a page. */
export const gaps = html`<svg width="0" height="0" aria-hidden="true"><pattern id="gaps" width="${WIDTH}" height="${HEIGHT}" patternUnits="userSpaceOnUse"><path class="gaps" d="M0 0v${HEIGHT}"/></pattern></svg>`;

function redOf({ observed_seconds, down_seconds }: Day): number {
  return Math.round(HEIGHT * Math.max(LEAST_SHARE, down_seconds / observed_seconds));
}
