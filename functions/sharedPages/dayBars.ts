import { type Html, html } from "../../shared/html.ts";
import type { formatsOf } from "../reports/formats.ts";
import type { WebsiteStatus } from "./readStatus.ts";
import type { StatusTexts } from "./texts.ts";

const WIDTH = 4;
const HEIGHT = 32;
/** From this percentage, a day with a failure counts as a partly good one. */
const PARTLY = 95;

type Day = WebsiteStatus["days"][number];
type Class = "full" | "part" | "low" | "none";

/**
 * A bar for each day. Equal days in a row are one shape, which lines divide, so that many websites fit on a page;
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
    const isBad = own === "part" || own === "low";
    while (!isBad && next < days.length && classOf(days[next]) === own) next += 1;
    const width = (next - first) * WIDTH;
    const title = `${formats.shortDay(day.date)}: ${formats.percent(day.uptime_percentage ?? 0)}`;
    if (isBad) failing.push(title);
    shapes.push(
      html`<rect class="${own}" x="${first * WIDTH}" width="${width}" height="${HEIGHT}">${isBad && html`<title>${title}</title>`}</rect>`,
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
  if (percentage === 100) return "full";
  return percentage >= PARTLY ? "part" : "low";
}
