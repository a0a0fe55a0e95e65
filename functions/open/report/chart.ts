import { type Html, html } from "../../../shared/platform/html.ts";
import { daysLater } from "../../../shared/platform/time.ts";
import type { Formats } from "../../../shared/reports/formats.ts";
import type { Words } from "../../../shared/reports/writing.ts";
import { type ResponseTimes, responseTimes } from "../../../shared/uptime/figures.ts";
import type { WebsiteView } from "../../../shared/views/websiteView.ts";

/** The response times of a day; null if there was no response. */
interface ChartPoint {
  /** `2026-01-31` */
  day: string;
  response_ms: ResponseTimes | null;
}

const [WIDTH, HEIGHT] = [720, 200];
const [LEFT, RIGHT, TOP, BOTTOM] = [56, 12, 10, 28];
/** The highest line of the grid is a multiple of this. */
const STEP_MS = 100;
const MOST_LABELS = 6;

/** The response times of a website, with a chart of several days. */
export function responses(
  { response_ms, period, days }: WebsiteView,
  { texts, formats }: Words,
): Html {
  if (!response_ms) return html`<p>${texts.noResponses}</p>`;
  const ms = (value: number) => `${formats.number(value)} ms`;
  const caption = `${texts.median} ${ms(response_ms.median)} (━), ${texts.p95} ${ms(response_ms.p95)} (┄).`;
  const points = pointsOf(days);
  return html`<figure><figcaption>${caption}${period.timezone !== "UTC" && ` ${texts.inUtc}`}</figcaption>
${points.length > 1 && responseChart(points, texts.chart, formats)}</figure>`;
}

/** A point for each day from the first to the last that is known. */
function pointsOf(days: WebsiteView["days"]): ChartPoint[] {
  const times = new Map(days.map((each) => [each.day, each.times]));
  const points: ChartPoint[] = [];
  const [first = "", last = ""] = [days[0]?.day, days.at(-1)?.day];
  for (let day = first; day !== "" && day <= last; day = daysLater(day, 1))
    points.push({ day, response_ms: responseTimes(times.get(day) ?? {}) });
  return points;
}

/** A chart of response times: the median as a thick line, the 95th percentile as a thin one. */
function responseChart(points: ChartPoint[], label: string, formats: Formats): Html {
  const highest = Math.max(1, ...points.map(({ response_ms }) => response_ms?.p95 ?? 0));
  const top = Math.ceil(highest / STEP_MS) * STEP_MS;
  const x = (index: number) =>
    round(LEFT + ((index + 0.5) / points.length) * (WIDTH - LEFT - RIGHT));
  const y = (value: number) => round(TOP + (1 - value / top) * (HEIGHT - TOP - BOTTOM));
  const grid = [0, top / 2, top];
  const every = Math.ceil(points.length / MOST_LABELS);
  const lineOf = (name: "median" | "p95") =>
    html`<path class="${name}" d="${path(
      points.map(({ response_ms }, index) => response_ms && [x(index), y(response_ms[name])]),
    )}"/>`;
  return html`<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${label}">
${grid.map((value) => html`<path class="grid" d="M${LEFT} ${y(value)}H${WIDTH - RIGHT}"/><text class="y" x="${LEFT - 6}" y="${y(value) + 4}">${formats.number(value)}</text>`)}
${points.map(({ day }, index) => index % every === 0 && html`<text class="x" x="${x(index)}" y="${HEIGHT - 8}">${formats.shortDay(day)}</text>`)}
${lineOf("p95")}${lineOf("median")}
</svg>`;
}

/** A line through points with gaps where points are missing; a single point becomes a dot. */
function path(points: (number[] | null)[]): string {
  return points
    .map((point, index) => {
      if (!point) return "";
      const isFirst = !points[index - 1];
      const dot = isFirst && !points[index + 1] ? "h.1" : "";
      return `${isFirst ? "M" : "L"}${point.join(" ")}${dot}`;
    })
    .join("");
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
