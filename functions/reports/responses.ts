import type { UptimeDayRecord } from "../../shared/entities/uptimeDay.ts";
import { type Html, html } from "../../shared/html.ts";
import type { Digest } from "../digests/websiteDigest.ts";
import { daysLater } from "../monitoring/days.ts";
import { addFigures, NO_FIGURES, percentageOfDays, responseTimes } from "../monitoring/figures.ts";
import { type ChartPoint, responseChart } from "./chart.ts";
import { uptimeOf, type Writing } from "./writing.ts";

const WEEK = 7;
const DAY_MS = 86_400_000;

/** Days in a row, with what is kept of those that were watched. */
interface Stretch {
  day: string;
  last: string;
  records: UptimeDayRecord[];
}

interface Row extends ChartPoint {
  last: string;
  uptime_percentage: number | null;
}

/** A chart of a website's response times by day, and below it a table of the days that have something to tell. */
export function responses({ response_ms, period }: Digest, days: UptimeDayRecord[], w: Writing) {
  const { texts, formats } = w;
  if (!response_ms) return html`<p>${texts.noResponses}</p>`;
  const points = stretchesOf(days, 1).map(rowOf);
  return html`<figure><figcaption class="quiet">${formats.label(texts.chart)} ${texts.median} (━), ${texts.p95} (┄).${
    period.timezone !== "UTC" && ` ${texts.inUtc}`
  }</figcaption>
${responseChart(points, texts.chart, formats)}</figure>
<table><thead><tr><th>${texts.day}</th><th class="n">${texts.uptime}</th><th class="n">${texts.median}</th><th class="n">${texts.p95}</th></tr></thead><tbody>
${rowsOf(days, w.rows).map((row) => rowPart(row, w))}</tbody></table>`;
}

function rowPart({ day, last, uptime_percentage, response_ms }: Row, writing: Writing): Html {
  const { texts, formats } = writing;
  const ms = (value: number | undefined) =>
    value === undefined ? texts.unknown : `${formats.number(value)} ms`;
  const count = (Date.parse(last) - Date.parse(day)) / DAY_MS + 1;
  const isQuiet = count > 1 && uptime_percentage === 100;
  const dates = count === 1 ? formats.shortDay(day) : formats.shortRange(day, last);
  return html`<tr><td><span class="d">${dates}</span>${isQuiet && html`<br>${texts.quiet(formats.number(count))}`}</td><td class="n">${uptimeOf({ uptime_percentage }, writing)}</td><td class="n">${ms(response_ms?.median)}</td><td class="n">${ms(response_ms?.p95)}</td></tr>
`;
}

/** A row for each day, or for each week if these are too many; days in a row without a failure are one. */
function rowsOf(days: UptimeDayRecord[], most: number): Row[] {
  const daily = joined(stretchesOf(days, 1));
  return (daily.length > most ? joined(stretchesOf(days, WEEK)) : daily).map(rowOf);
}

/** Every `size` days, from the first that is known. */
function stretchesOf(days: UptimeDayRecord[], size: number): Stretch[] {
  const [first] = days;
  if (!first) return [];
  const since = ({ day }: UptimeDayRecord) =>
    Math.floor((Date.parse(day) - Date.parse(first.day)) / (size * DAY_MS));
  const grouped = Map.groupBy(days, since);
  const count = Math.max(...grouped.keys()) + 1;
  return Array.from({ length: count }, (_, index) => {
    const records = grouped.get(index) ?? [];
    const day = daysLater(first.day, index * size);
    return { day, last: records.at(-1)?.day ?? day, records };
  });
}

/** Neighbours without a failure become one stretch, and so do those that nobody watched. */
function joined(stretches: Stretch[]): Stretch[] {
  const all: Stretch[] = [];
  for (const next of stretches) {
    const before = all.at(-1);
    const uptime = uptimeIn(next.records);
    const isDull = uptime === 100 || uptime === null;
    if (before && isDull && uptimeIn(before.records) === uptime) {
      before.last = next.last;
      before.records = [...before.records, ...next.records];
    } else all.push({ ...next });
  }
  return all;
}

function uptimeIn(records: UptimeDayRecord[]): number | null {
  return percentageOfDays(
    records.map(({ observed, down }) => ({ observed_seconds: observed, down_seconds: down })),
  );
}

function rowOf({ day, last, records }: Stretch): Row {
  const response_ms = responseTimes(records.reduce(addFigures, NO_FIGURES).times);
  return { ...{ day, last, response_ms }, uptime_percentage: uptimeIn(records) };
}
