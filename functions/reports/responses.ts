import { type Html, html } from "../../shared/html.ts";
import type { DayPart } from "../monitoring/dailyFigures.ts";
import { daysLater } from "../monitoring/days.ts";
import { addFigures, type Figures, NO_FIGURES, responseTimes } from "../monitoring/figures.ts";
import type { WebsiteView } from "../views/websiteView.ts";
import { responseChart } from "./chart.ts";
import { tellDown, type Writing } from "./writing.ts";

const WEEK = 7;
const DAY_MS = 86_400_000;

/** Days in a row, with their figures; without any if nobody watched. */
interface Stretch {
  day: string;
  last: string;
  figures: Figures;
}

/** A chart of a website's response times by day, and below it a table of the days that have something to tell. */
export function responses({ response_ms, period, days }: WebsiteView, w: Writing) {
  const { texts, formats } = w;
  if (!response_ms) return html`<p>${texts.noResponses}</p>`;
  const points = stretchesOf(days, 1).map(({ day, figures }) => {
    return { day, response_ms: responseTimes(figures.times) };
  });
  const figure = html`<figure><figcaption class="quiet">${formats.label(texts.chart)} ${texts.median} (━), ${texts.p95} (┄).${
    period.timezone !== "UTC" && ` ${texts.inUtc}`
  }</figcaption>
${responseChart(points, texts.chart, formats)}</figure>`;
  return html`${points.length > 1 && figure}
<table><thead><tr><th>${texts.day}</th><th class="n">${texts.down}</th><th class="n">${texts.median}</th><th class="n">${texts.p95}</th></tr></thead><tbody>
${rowsOf(days, w.rows).map((row) => rowPart(row, w))}</tbody></table>`;
}

function rowPart({ day, last, figures }: Stretch, writing: Writing): Html {
  const { texts, formats } = writing;
  const { observed: observed_seconds, down: down_seconds, times } = figures;
  const response_ms = responseTimes(times);
  const ms = (value: number | undefined) =>
    value === undefined ? texts.unknown : `${formats.number(value)} ms`;
  const count = (Date.parse(last) - Date.parse(day)) / DAY_MS + 1;
  const isQuiet = count > 1 && isDull(figures) && observed_seconds > 0;
  const dates = count === 1 ? formats.shortDay(day) : formats.shortRange(day, last);
  return html`<tr><td><span class="d">${dates}</span>${isQuiet && html`<br>${texts.quiet(count)}`}</td><td class="n">${tellDown({ observed_seconds, down_seconds }, writing)}</td><td class="n">${ms(response_ms?.median)}</td><td class="n">${ms(response_ms?.p95)}</td></tr>
`;
}

/** A row for each day, or for each week if these are too many; days in a row without a failure are one. */
function rowsOf(days: DayPart[], most: number): Stretch[] {
  const daily = joined(stretchesOf(days, 1));
  return daily.length > most ? joined(stretchesOf(days, WEEK)) : daily;
}

/** Every `size` days, from the first that is known. */
function stretchesOf(days: DayPart[], size: number): Stretch[] {
  const [first] = days;
  if (!first) return [];
  const since = ({ day }: DayPart) =>
    Math.floor((Date.parse(day) - Date.parse(first.day)) / (size * DAY_MS));
  const grouped = Map.groupBy(days, since);
  const count = Math.max(...grouped.keys()) + 1;
  return Array.from({ length: count }, (_, index) => {
    const parts = grouped.get(index) ?? [];
    const day = daysLater(first.day, index * size);
    const figures = parts.reduce(addFigures, NO_FIGURES);
    return { day, last: parts.at(-1)?.day ?? day, figures };
  });
}

/** Neighbours without a failure become one stretch, and so do those that nobody watched. */
function joined(stretches: Stretch[]): Stretch[] {
  const all: Stretch[] = [];
  for (const next of stretches) {
    const before = all.at(-1);
    const isAlike =
      before &&
      [before, next].every(({ figures }) => isDull(figures)) &&
      before.figures.observed > 0 === next.figures.observed > 0;
    if (before && isAlike) {
      before.last = next.last;
      before.figures = addFigures(before.figures, next.figures);
    } else all.push({ ...next });
  }
  return all;
}

const isDull = ({ down }: Figures) => down === 0;
