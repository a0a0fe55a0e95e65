import { showDay, showDuration, showMilliseconds, showPercentage } from "../format.ts";
import { t } from "../texts.ts";
import { type DayFigures, type Days, everyDay, roundUp } from "./days.ts";
import { Table } from "./table.tsx";

const HEIGHT = 100;
const BAR = 10;
/** A day with the shortest downtime is still seen. */
const LEAST_SHARE = 0.12;

/** Uptime by day: a bar each, red from the top as far as the website was down, and a table beside it. */
export function UptimeChart({ uptime }: { uptime: Days }) {
  const days = everyDay(uptime);
  const tell = ({ date, figures }: (typeof days)[number]) =>
    `${showDay(date)}: ${
      figures?.uptime_percentage == null
        ? t("notObserved")
        : showPercentage(figures.uptime_percentage)
    }`;
  return (
    <figure>
      <svg
        class="chart"
        viewBox={`0 0 ${days.length * BAR} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`${t("uptime")}, ${showRange(uptime)}`}
      >
        {days.map((day, index) => {
          const share = downShare(day.figures);
          const down = share === 0 ? 0 : HEIGHT * Math.max(LEAST_SHARE, share);
          const place = { x: index * BAR + 1, width: BAR - 2 };
          return (
            <g key={day.date}>
              <title>{tell(day)}</title>
              <rect
                {...place}
                y={0}
                height={HEIGHT}
                class={isObserved(day.figures) ? "up" : "none"}
              />
              {down > 0 && <rect {...place} y={0} height={down} class="down" />}
            </g>
          );
        })}
      </svg>
      <Ends days={uptime} />
      <details>
        <summary>{t("asTable")}</summary>
        <Table label={t("uptime")} head={[t("day"), t("uptime"), t("downFor")]}>
          {days.toReversed().map(({ date, figures }) => (
            <tr key={date}>
              <th scope="row">{showDay(date)}</th>
              <td class="number" data-label={t("uptime")}>
                {figures?.uptime_percentage == null
                  ? t("notObserved")
                  : showPercentage(figures.uptime_percentage)}
              </td>
              <td data-label={t("downFor")}>
                {figures && figures.down_seconds > 0 ? showDuration(figures.down_seconds) : "–"}
              </td>
            </tr>
          ))}
        </Table>
      </details>
    </figure>
  );
}

/** Response times by day: half and 95 % of the probes, and a table beside it. */
export function ResponseChart({ uptime }: { uptime: Days }) {
  const days = everyDay(uptime);
  const answered = days.flatMap(({ date, figures }, index) =>
    figures?.response_ms ? [{ date, index, ...figures.response_ms }] : [],
  );
  if (answered.length === 0) return <p class="soft">{t("noResponseTimes")}</p>;
  const most = roundUp(Math.max(...answered.map(({ p95 }) => p95)));
  const width = days.length * BAR;
  const place = (index: number, ms: number) => ({
    x: index * BAR + BAR / 2,
    y: HEIGHT - (ms / most) * HEIGHT,
  });
  const lines = (["p95", "median"] as const).map((name) => ({
    name,
    line: answered.map((day) => ({ index: day.index, ...place(day.index, day[name]) })),
  }));
  return (
    <figure>
      <p class="scale soft">{showMilliseconds(most)}</p>
      <svg
        class="chart"
        viewBox={`0 0 ${width} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`${t("responseTimes")}, ${showRange(uptime)}`}
      >
        <path class="grid" d={`M0 0H${width}M0 ${HEIGHT / 2}H${width}M0 ${HEIGHT}H${width}`} />
        {lines.map(({ name, line }) => (
          <path key={name} class={name} d={pathOf(line)} />
        ))}
      </svg>
      <Ends days={uptime} />
      <p class="legend">
        <span class="median">{t("median")}</span> <span class="p95">{t("p95")}</span>
      </p>
      <details>
        <summary>{t("asTable")}</summary>
        <Table label={t("responseTimes")} head={[t("day"), t("median"), t("p95")]}>
          {answered.toReversed().map(({ date, median, p95 }) => (
            <tr key={date}>
              <th scope="row">{showDay(date)}</th>
              <td class="number" data-label={t("median")}>
                {showMilliseconds(median)}
              </td>
              <td class="number" data-label={t("p95")}>
                {showMilliseconds(p95)}
              </td>
            </tr>
          ))}
        </Table>
      </details>
    </figure>
  );
}

/** A line with a gap where a day has no value; a day between gaps is a dot. */
function pathOf(line: { index: number; x: number; y: number }[]): string {
  const parts = line.map(({ index, x, y }, place) => {
    const isNext = line[place - 1]?.index === index - 1;
    return isNext ? `L${x} ${y}` : `M${x} ${y}h0`;
  });
  return parts.join("");
}

/** The first and the last day of a chart. */
export function showRange({ from, to }: Days): string {
  return `${showDay(from)} – ${showDay(to)}, UTC`;
}

function Ends({ days: { from, to } }: { days: Days }) {
  return (
    <p class="ends soft">
      <span>{showDay(from)}</span>
      <span>{showDay(to)}</span>
    </p>
  );
}

const isObserved = (figures: DayFigures | undefined) => (figures?.observed_seconds ?? 0) > 0;

function downShare(figures: DayFigures | undefined): number {
  if (!figures || figures.observed_seconds === 0) return 0;
  return Math.min(1, figures.down_seconds / figures.observed_seconds);
}
