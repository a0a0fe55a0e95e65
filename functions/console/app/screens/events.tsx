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
import type { WebsiteState } from "../lists.ts";
import { HISTORY_DAYS } from "../parts/history.tsx";
import { Skeleton } from "../parts/shown.tsx";
import { causeTitle, Sign } from "../parts/state.tsx";
import { useLatestWebsites } from "../parts/websiteList.tsx";
import { linkTo } from "../place.ts";

const MOST_EVENTS = 200;

/** The latest events of all websites, newest first. */
export function EventsScreen() {
  const { page, websites, total } = useLatestWebsites();
  const events = useEvents(websites);
  return (
    <>
      <h1>Latest events</h1>
      <p class="soft">
        The latest downtime, maintenance and fixed findings of each website, new serious findings of
        the last 7 days, and the latest reports. A website’s own page shows all its downtimes of the
        last {HISTORY_DAYS} days.
        {total > websites.length &&
          ` Only the worst ${showNumber(websites.length)} of ${showNumber(total)} websites are included.`}
        {events.length > MOST_EVENTS && ` Only the newest ${MOST_EVENTS} events are shown.`}
      </p>
      {page ? <EventList events={events.slice(0, MOST_EVENTS)} /> : <Skeleton lines={12} />}
    </>
  );
}

const MOST_SHOWN = 15;

interface Event {
  key: string;
  at: string;
  sign: WebsiteState | "✓" | "✉" | "◆";
  name: string;
  href: string;
  text: string;
}

/** What happened last to these websites, and the last reports that were sent, newest first. */
function useEvents(websites: AccountWebsite[]): Event[] {
  const reports = useGet("/v1/account/report-mails").data?.data.last_sent ?? null;
  const events = [
    ...websites.flatMap(eventsOf),
    ...newFindings(websites).map(({ title, website, others, at }) => {
      const text = `has a new finding: ${title}${others > 0 ? `, and ${others} more` : ""}`;
      return { ...about(website), key: title, at, sign: "◆", text } as const;
    }),
    ...reportsOf(reports),
  ];
  return events.toSorted((one, other) => other.at.localeCompare(one.at));
}

/** The newest events, and a link to more of them. */
export function LastEvents({ websites }: { websites: AccountWebsite[] }) {
  const events = useEvents(websites);
  return (
    <section>
      <h2>Latest events</h2>
      <EventList events={events.slice(0, MOST_SHOWN)} />
      {events.length > 0 && <a href={linkTo("events")}>More events →</a>}
    </section>
  );
}

function EventList({ events }: { events: Event[] }) {
  if (events.length === 0) return <p class="soft">Nothing has happened yet.</p>;
  return (
    <ol class="events">
      {events.map(({ key, at, sign, name, href, text }) => (
        <li key={key}>
          <time class="soft" dateTime={at}>
            {showDayOf(at) === "today" ? showHour(at) : showWhen(at)}
          </time>
          {sign === "✓" || sign === "✉" || sign === "◆" ? (
            <span>{sign}</span>
          ) : (
            <Sign state={sign} />
          )}
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
  const event = (sign: Event["sign"], at: string | null | undefined, text: string): Event[] =>
    at ? [{ ...about(website), key: `${website.uuid} ${at} ${text}`, at, sign, text }] : [];
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
    ...event("✓", fixed?.at, `${plural(fixed?.count ?? 0, "finding")} fixed`),
  ];
}

function reportsOf(sent: AccountReportMails["last_sent"]): Event[] {
  if (!sent) return [];
  const href = linkTo("customers", { sort: "-report" });
  const text = `to ${plural(sent.count, "customer")}`;
  return [{ key: "reports", at: sent.at, sign: "✉", name: "Report mail", href, text }];
}
