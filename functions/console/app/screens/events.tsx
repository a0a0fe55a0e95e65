import type { AccountReportMails, AccountWebsite } from "reseller-website-monitoring-client";
import { useGet } from "../answers.ts";
import { newFindings } from "../attention.ts";
import {
  plural,
  secondsSince,
  showDayOf,
  showDuration,
  showHost,
  showHour,
  showNumber,
  showWhen,
} from "../format.ts";
import { Skeleton } from "../parts/shown.tsx";
import { causeTitle, stateTexts } from "../parts/state.tsx";
import { useLatestWebsites } from "../parts/websiteList.tsx";
import { linkTo } from "../place.ts";

const MOST_EVENTS = 200;
const MOST_ON_OVERVIEW = 15;

const signs = {
  ...stateTexts,
  fixed: { sign: "✓" },
  reported: { sign: "✉" },
  finding: { sign: "◆" },
} as const;

interface Event {
  key: string;
  at: string;
  kind: keyof typeof signs;
  name: string;
  href: string;
  text: string;
}

/** The latest events of all websites. */
export function EventsScreen() {
  const { page, websites, total } = useLatestWebsites();
  const events = useEvents(websites);
  return (
    <>
      <h1>Latest events</h1>
      <p class="soft">
        The latest downtime, maintenance and fixed findings of each website, at most {MOST_EVENTS}.
        A website’s own page shows all its downtimes.
        {websites.length < total &&
          ` Only the worst ${showNumber(websites.length)} of ${showNumber(total)} websites are included.`}
      </p>
      {page ? <EventList events={events.slice(0, MOST_EVENTS)} /> : <Skeleton />}
    </>
  );
}

/** The newest events, and a link to more of them. */
export function LastEvents({ websites }: { websites: AccountWebsite[] }) {
  const events = useEvents(websites);
  return (
    <section>
      <h2>Latest events</h2>
      <EventList events={events.slice(0, MOST_ON_OVERVIEW)} />
      {events.length > 0 && <a href={linkTo("events")}>More events →</a>}
    </section>
  );
}

/** What happened last to these websites, and the last reports that were sent, newest first. */
function useEvents(websites: AccountWebsite[]): Event[] {
  const reports = useGet("/v1/account/report-mails").data?.data.last_sent ?? null;
  return [
    ...websites.flatMap(eventsOf),
    ...newFindings(websites).map(({ title, website, others, at }) => {
      const text = `has a new finding: ${title}${others > 0 ? `, and ${others} more` : ""}`;
      return { ...about(website), key: title, at, kind: "finding", text } as const;
    }),
    ...reportsOf(reports),
  ].toSorted((one, other) => other.at.localeCompare(one.at));
}

function EventList({ events }: { events: Event[] }) {
  if (events.length === 0) return <p class="soft">Nothing has happened yet.</p>;
  return (
    <ol class="events">
      {events.map(({ key, at, kind, name, href, text }) => (
        <li key={key}>
          <time class="soft" dateTime={at}>
            {showDayOf(at) === "today" ? showHour(at) : showWhen(at)}
          </time>
          <span class={`sign ${kind}`} aria-hidden="true">
            {signs[kind].sign}
          </span>
          <span>
            <a href={href}>
              <bdi>{name}</bdi>
            </a>{" "}
            <span class="soft">{text}</span>
          </span>
        </li>
      ))}
    </ol>
  );
}

const about = ({ uuid, hostname }: AccountWebsite) => ({
  name: showHost(hostname),
  href: linkTo(`websites/${uuid}`),
});

/** When a website went down, came back or became unstable, its last maintenance, and the findings that were fixed. */
function eventsOf(website: AccountWebsite): Event[] {
  const { downtime, last_downtime: last, unstable_since, last_maintenance } = website;
  const { fixed_findings: fixed } = website;
  const event = (kind: Event["kind"], at: string | null | undefined, text: string): Event[] =>
    at ? [{ ...about(website), key: `${website.uuid} ${at} ${text}`, at, kind, text }] : [];
  const wentDown = (each: typeof downtime | typeof last) =>
    `went down: ${causeTitle(each?.cause ?? null, each?.technical ?? null)}`;
  const seconds = last ? secondsSince(last.began_at, Date.parse(last.ended_at)) : 0;
  return [
    ...event("down", downtime?.began_at, wentDown(downtime)),
    ...event("down", last?.began_at, wentDown(last)),
    ...event("up", last?.ended_at, `is up again after ${showDuration(seconds)}`),
    ...event("unstable", unstable_since, "became unstable"),
    ...event("maintenance", last_maintenance?.began_at, "maintenance began"),
    ...event("maintenance", last_maintenance?.ended_at, "maintenance ended"),
    ...event("fixed", fixed?.at, `${plural(fixed?.count ?? 0, "finding")} fixed`),
  ];
}

function reportsOf(sent: AccountReportMails["last_sent"]): Event[] {
  if (!sent) return [];
  const href = linkTo("customers", { sort: "-report" });
  const text = `to ${plural(sent.count, "customer")}`;
  return [{ key: "reports", at: sent.at, kind: "reported", name: "Report mail", href, text }];
}
