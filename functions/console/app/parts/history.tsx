import type { Uptime, WebsiteDetails } from "reseller-website-monitoring-client";
import { uptimeFigure } from "../../../../shared/vocabulary/uptimeFigure.ts";
import {
  joined,
  plural,
  showDay,
  showDayOf,
  showDuration,
  showHour,
  showMilliseconds,
  showNumber,
  showPercentage,
  showWhen,
} from "../format.ts";
import { type Bar, Bars, uptimeBar } from "./charts.tsx";
import { type Column, List, timeColumn } from "./list.tsx";
import { Fold } from "./shown.tsx";

export const HISTORY_DAYS = 90;
const HOUR_MS = 3_600_000;
const FEW_DOWNTIMES = 3;

interface HistoryProps {
  /** Of the last 90 days. */
  digest: WebsiteDetails;
  uptime: Uptime;
}

/** The last 24 hours, the days since the website was added, and the downtimes. */
export function History({ digest, uptime }: HistoryProps) {
  const days = everyDay(digest, uptime);
  const downtimes = digest.downtimes.map((each) => ({ ...each, uuid: each.began_at })).toReversed();
  const response = digest.response_ms;
  return (
    <>
      <LastDay digest={digest} />
      <section>
        <h2>
          <Figure digest={digest} />
        </h2>
        <Bars
          label="Uptime by day"
          bars={days.map(({ date, figures }) =>
            uptimeBar(
              `${showDay(date)}: ${tellDay(figures)}`,
              figures?.observed_seconds ? figures.down_seconds / figures.observed_seconds : null,
            ),
          )}
          ends={[showDay(days[0]?.date ?? uptime.to), "today"]}
        />
        {response && (
          <>
            <h3>
              Response <small>{tellResponse(response)}</small>
            </h3>
            <Bars
              label="Response times by day"
              bars={responseBars(days)}
              ends={[showDay(days[0]?.date ?? uptime.to), "today, days in UTC"]}
            />
          </>
        )}
      </section>
      <section>
        <h2>Downtimes</h2>
        {downtimes.length === 0 ? (
          <p>{noDowntime(digest)}</p>
        ) : (
          <List
            label="downtimes"
            columns={columns}
            page={{ data: downtimes.slice(0, FEW_DOWNTIMES) }}
          />
        )}
        {downtimes.length > FEW_DOWNTIMES && (
          <Fold name="downtimes" summary="Earlier downtimes">
            <List
              label="earlier downtimes"
              columns={columns}
              page={{ data: downtimes.slice(FEW_DOWNTIMES) }}
            />
          </Fold>
        )}
      </section>
    </>
  );
}

const columns: readonly Column<WebsiteDetails["downtimes"][number] & { uuid: string }>[] = [
  timeColumn("began", "Began", ({ began_at }) => began_at),
  {
    ...{ id: "duration", head: "Duration", kind: "time" },
    cell: ({ duration_seconds: seconds }) => (seconds === null ? "goes on" : showDuration(seconds)),
  },
  {
    ...{ id: "cause", head: "Cause" },
    cell: ({ title, technical }) => (
      <>
        {title} {technical && <code>{technical}</code>}
      </>
    ),
  },
];

const tellResponse = ({ median, p95 }: { median: number; p95: number }) =>
  `median ${showMilliseconds(median)}, slowest 5 % above ${showMilliseconds(p95)}`;

/** The hours that are over, each with the minutes of downtime of it, and how fast the website answered in them. */
function LastDay({ digest }: { digest: WebsiteDetails }) {
  const { last_24_hours: hours = [], last_24_hours_response_ms: response, downtimes } = digest;
  if (hours.every((percent) => percent === null)) return null;
  const end = Math.floor(Date.now() / HOUR_MS) * HOUR_MS;
  const begin = end - hours.length * HOUR_MS;
  const count = downtimes.filter(
    ({ ended_at }) => !ended_at || Date.parse(ended_at) > begin,
  ).length;
  return (
    <section>
      <h2>
        Last 24 hours{" "}
        <small>
          {joined(", ", countDowntimes(count), response && `response ${tellResponse(response)}`)}
        </small>
      </h2>
      <Bars
        label="Uptime by hour"
        bars={hours.map((percent, index) => {
          const from = begin + index * HOUR_MS;
          const minutes = percent === null ? 0 : Math.round(((100 - percent) / 100) * 60);
          const text =
            percent === null ? "not known" : minutes > 0 ? `down ${minutes} of 60 minutes` : "up";
          return uptimeBar(
            `${showHour(from)}–${showHour(from + HOUR_MS)}: ${text}`,
            percent === null ? null : (100 - percent) / 100,
          );
        })}
        ends={[showWhen(begin), showWhen(end)]}
      />
    </section>
  );
}

/** The uptime of the whole time, never a percentage of less than a day. */
function Figure({ digest }: { digest: WebsiteDetails }) {
  const figure = uptimeFigure(digest);
  const rest = `${countDowntimes(digest.downtimes.length, digest.has_more_downtimes)}${attempts(digest)}`;
  if (figure.kind === "unknown") return <>Not observed yet</>;
  if (figure.kind === "brief")
    return (
      <>
        Watched since {showWhen(figure.since)}{" "}
        <small>
          {digest.down_seconds > 0 ? `down for ${showDuration(digest.down_seconds)}` : rest}
        </small>
      </>
    );
  return (
    <>
      {figure.kind === "since" ? `Since ${showDayOf(figure.since)}` : `Last ${HISTORY_DAYS} days`}
      {": "}
      {showPercentage(figure.percentage)} <small>{rest}</small>
    </>
  );
}

const countDowntimes = (count: number, hasMore = false) =>
  count === 0 ? "no downtime" : `${hasMore ? "over " : ""}${plural(count, "downtime")}`;

/** How many checks needed a second attempt. */
function attempts({ looks = 0, failed_attempts = 0 }: WebsiteDetails): string {
  if (failed_attempts === 0) return "";
  return `, ${showNumber(failed_attempts)} of ${showNumber(looks)} checks needed a second try`;
}

function noDowntime({ down_seconds }: WebsiteDetails): string {
  if (down_seconds === 0) return "None.";
  return `No confirmed downtime; short failures of ${showDuration(down_seconds)} in total.`;
}

type Day = Uptime["days"][number];

/** The days on which the website existed, with their figures if it was checked then. */
function everyDay({ created_at }: WebsiteDetails, { from, to, days }: Uptime) {
  const byDate = new Map(days.map((day) => [day.date, day]));
  const added = created_at.slice(0, 10);
  const first = [added > from ? added : from, days[0]?.date ?? to].toSorted()[0] ?? to;
  const dates: string[] = [];
  for (let time = Date.parse(first); time <= Date.parse(to); time += 24 * HOUR_MS)
    dates.push(new Date(time).toISOString().slice(0, 10));
  return dates.map((date) => ({ date, figures: byDate.get(date) }));
}

function tellDay(figures: Day | undefined): string {
  if (!figures?.observed_seconds) return "not checked";
  const { down_seconds, uptime_percentage } = figures;
  if (down_seconds === 0) return "up";
  const percentage = uptime_percentage === null ? "" : `, ${showPercentage(uptime_percentage)}`;
  return `down for ${showDuration(down_seconds)}${percentage}`;
}

function responseBars(days: { date: string; figures: Day | undefined }[]): Bar[] {
  const most = Math.max(1, ...days.map(({ figures }) => figures?.response_ms?.p95 ?? 0));
  return days.map(({ date, figures }) => {
    const times = figures?.response_ms;
    if (!times) return { text: `${showDay(date)}: not measured`, heights: {} };
    return {
      text: `${showDay(date)}: ${tellResponse(times)}`,
      heights: { p95: times.p95 / most, median: times.median / most },
    };
  });
}
