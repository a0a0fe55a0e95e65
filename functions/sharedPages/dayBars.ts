import type { StatusTexts } from "../../shared/catalogue/catalogue.ts";
import { type Html, html } from "../../shared/html.ts";
import type { formatsOf } from "../reports/formats.ts";
import type { WebsiteStatus } from "./readStatus.ts";

const WIDTH = 4;
const HEIGHT = 32;
/** A day with the shortest failure is still seen. */
const LEAST_SHARE = 0.1;

type Day = WebsiteStatus["days"][number];
type Class = "full" | "low" | "none";

/**
 * A bar for each day, red from the top as far as the website was down. Equal days in a row are one shape, which lines divide, so that many websites fit on a page;
 * a day with a failure has its figure as a title.
 */
export function dayBars(
  days: readonly Day[],
  { texts, formats }: { texts: StatusTexts; formats: ReturnType<typeof formatsOf> },
): Html {
  const shapes: Html[] = [];
  const failing: string[] = [];
  for (let first = 0; first < days.length; ) {
    const day = days[first];
    if (!day) break;
    const own = classOf(day);
    let next = first + 1;
    const isBad = own === "low";
    while (!isBad && next < days.length && classOf(days[next]) === own) next += 1;
    const width = (next - first) * WIDTH;
    const title = `${formats.shortDay(day.date)}: ${formats.percent(day.uptime_percentage ?? 0)}`;
    if (isBad) failing.push(title);
    const place = html`x="${first * WIDTH}" width="${width}"`;
    const whole = (name: Class) => html`<rect class="${name}" ${place} height="${HEIGHT}"/>`;
    shapes.push(
      isBad
        ? html`<g><title>${title}</title>${whole("full")}<rect class="low" ${place} height="${redOf(day)}"/></g>`
        : whole(own),
    );
    first = next;
  }
  const whole = days.length * WIDTH;
  const label = [texts.uptime, ...(failing.length > 0 ? failing : [texts.noDowntime])].join(" ");
  return html`<svg class="days" viewBox="0 0 ${whole} ${HEIGHT}" preserveAspectRatio="none" role="img" aria-label="${label}">${shapes}<rect width="${whole}" height="${HEIGHT}" fill="url(#gaps)"/></svg>`;
}

/** The lines between days, once for all bars of a page. */
export const gaps = html`<svg width="0" height="0" aria-hidden="true"><pattern id="gaps" width="${WIDTH}" height="${HEIGHT}" patternUnits="userSpaceOnUse"><path class="gaps" d="M0 0v${HEIGHT}"/></pattern></svg>`;

function classOf(day: Day | undefined): Class {
  const percentage = day?.uptime_percentage ?? null;
  if (percentage === null) return "none";
  return percentage === 100 ? "full" : "low";
}

function redOf({ uptime_percentage }: Day): number {
  const share = 1 - (uptime_percentage ?? 100) / 100;
  return Math.round(HEIGHT * Math.max(LEAST_SHARE, share));
}
