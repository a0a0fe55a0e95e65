import type { AccountBusiness, AccountWebsite } from "reseller-website-monitoring-client";
import { hasBase } from "../../../../shared/vocabulary/uptimeFigure.ts";
import {
  showAge,
  showAgeOf,
  showDayOf,
  showHost,
  showMilliseconds,
  showNumber,
  showPercentage,
  showWhen,
} from "../format.ts";
import { states } from "../lists.ts";
import { Columns, drawingOf, uptimeBar } from "./charts.tsx";
import { type Column, RowLink } from "./list.tsx";
import { causeTitle, Sign, stateOf, stateTexts } from "./state.tsx";

const DAY = 24 * 3600;
const PERIOD_DAYS = 30;
/** A certificate that ends within these days is worth a look. */
const SOON_DAYS = 14;

const nameColumn: Column<AccountWebsite> = {
  id: "website",
  head: "Website",
  by: ({ hostname }) => showHost(hostname).replace(/^www\./, ""),
  cell: ({ uuid, hostname }) => <RowLink path={`websites/${uuid}`} name={showHost(hostname)} />,
};

/** The number of open findings, and of the serious ones. */
export const findingsColumn: Column<Pick<AccountBusiness, "open_findings">> = {
  id: "findings",
  head: "Findings",
  kind: "number",
  isHighFirst: true,
  // Serious ones first, then important ones.
  by: ({ open_findings: { error, warning, info } }) => error * 1e6 + warning * 1e3 + info,
  cell: ({ open_findings: { error, warning, info } }) => (
    <>
      {showNumber(error + warning + info)}
      {error > 0 && <span class="bad"> · {showNumber(error)} serious</span>}
    </>
  ),
};

/** The columns of a list of the websites of one business. */
export const columnsOfBusiness: readonly Column<AccountWebsite>[] = [
  nameColumn,
  {
    id: "state",
    head: "State",
    by: (website) => states.indexOf(stateOf(website)),
    cell: (website) => <StateCell website={website} />,
  },
  {
    id: "hours",
    head: "Last 24 hours",
    cell: (website) => <Hours website={website} />,
  },
  {
    id: "response",
    isMinor: true,
    head: "Response",
    kind: "number",
    isHighFirst: true,
    by: ({ response_ms }) => response_ms,
    cell: ({ response_ms }) => (response_ms === null ? <Unknown /> : showMilliseconds(response_ms)),
  },
  {
    id: "uptime",
    head: "Uptime, 30 days",
    kind: "number",
    by: ({ uptime_30_days, observed_seconds }) =>
      hasBase(observed_seconds) ? uptime_30_days : null,
    cell: (website) => <Uptime website={website} />,
  },
  findingsColumn,
  {
    id: "certificate",
    isMinor: true,
    head: "Certificate until",
    kind: "time",
    by: ({ certificate_expires_at }) => certificate_expires_at,
    cell: ({ certificate_expires_at: end }) => {
      if (end === null) return <Unknown />;
      const isSoon = Date.parse(end) - Date.now() < SOON_DAYS * DAY * 1000;
      return <span class={isSoon ? "warn" : undefined}>{showDayOf(end)}</span>;
    },
  },
];

/** The columns of a list of websites of several businesses. */
export const websiteColumns: readonly Column<AccountWebsite>[] = [
  {
    ...nameColumn,
    cell: (website) => (
      <>
        {nameColumn.cell(website)}
        <span class="under soft">
          <bdi>{website.business_name}</bdi>
        </span>
      </>
    ),
  },
  ...columnsOfBusiness.slice(1),
];

const Unknown = () => <span class="soft">not known</span>;

/** Lists have figures of a website once the hour in which it was first checked is over. */
const Unmeasured = ({ website: { state } }: { website: AccountWebsite }) => (
  <span class="soft">{state === "not_checked" ? "not measured" : "none yet"}</span>
);

/** A state, since when and why, as far as there is something to say. */
function StateCell({ website }: { website: AccountWebsite }) {
  const { downtime, unstable_since, maintenance_ends_at } = website;
  const state = stateOf(website);
  const since = downtime?.began_at ?? unstable_since;
  return (
    <>
      <span class={`word ${state}`}>
        <Sign state={state} /> {stateTexts[state].word}
        {since && ` for ${showAgeOf(since)}`}
        {maintenance_ends_at && ` until ${showWhen(maintenance_ends_at)}`}
      </span>
      {downtime && <span class="under soft">{causeTitle(downtime.cause, downtime.technical)}</span>}
    </>
  );
}

/** The share of the observed time; below a day of it, how long the website has been watched. */
function Uptime({ website }: { website: AccountWebsite }) {
  const { uptime_30_days: uptime, observed_seconds: observed } = website;
  if (observed === 0 || uptime === null) return <Unmeasured website={website} />;
  if (!hasBase(observed)) return <span class="soft">watched for {showAge(observed)}</span>;
  const days = Math.round(observed / DAY);
  return (
    <>
      {showPercentage(uptime)}
      {days < PERIOD_DAYS - 1 && <span class="soft"> in {days} days</span>}
    </>
  );
}

/** The last 24 hours of a website: a bar an hour, red from the top as far as it was down, none before it existed. */
function Hours({ website }: { website: AccountWebsite }) {
  const { last_24_hours: hours } = website;
  const measured = hours.filter((hour) => hour !== null);
  if (measured.length === 0) return <Unmeasured website={website} />;
  const failed = measured.filter((hour) => hour < 100).length;
  const first = hours.findIndex((hour) => hour !== null);
  const text = failed === 0 ? "no downtime" : `down in ${failed} of ${measured.length} hours`;
  return (
    <svg class="hours" {...drawingOf(hours.length)} role="img" aria-label={text}>
      <title>{text}</title>
      <Columns
        bars={hours.slice(first).map((up) => uptimeBar("", up === null ? null : 1 - up / 100))}
        first={first}
      />
    </svg>
  );
}
