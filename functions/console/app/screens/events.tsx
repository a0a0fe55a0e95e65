import type { AccountReportMails, AccountWebsite } from "reseller-website-monitoring-client";
import { useGet } from "../answers.ts";
import { newFindings } from "../attention.ts";
import {
  plural,
  showDayOf,
  showDuration,
  showHost,
  showHour,
  showNumber,
  showWhen,
} from "../format.ts";
import type { WebsiteState } from "../lists.ts";
import { HISTORY_DAYS } from "../parts/history.tsx";
import { Pager } from "../parts/list.tsx";
import { Skeleton } from "../parts/shown.tsx";
import { causeTitle, Sign } from "../parts/state.tsx";
import { useLatestWebsites } from "../parts/websiteList.tsx";
import { linkTo, type ScreenProps } from "../place.ts";
import { useTitle } from "../tab.ts";

const PER_PAGE = 100;

/** The latest events of all websites, newest first, in pages whose cursor is the last event of the one before. */
export function EventsScreen({ place }: ScreenProps) {
  const { page, websites, total } = useLatestWebsites();
  const events = useEvents(websites);
  useTitle("Latest events");
  const cursor = place.query.get("cursor");
  const rest = cursor ? events.filter(({ key }) => key < cursor) : events;
  const shown = rest.slice(0, PER_PAGE);
  return (
    <>
      <h1>Latest events</h1>
      <p class="soft">
        The latest downtime, maintenance and fixed findings of each website, new serious findings of
        the last 7 days, and the latest reports. A website’s own page shows all its downtimes of the
        last {HISTORY_DAYS} days.
        {total > websites.length &&
          ` Only the worst ${showNumber(websites.length)} of ${showNumber(total)} websites are included.`}
      </p>
      {page ? <EventList events={shown} /> : <Skeleton lines={12} />}
      <Pager next={rest.length > PER_PAGE ? shown.at(-1)?.key : undefined} place={place} />
    </>
  );
}

const MOST_SHOWN = 15;

interface Event {
  /** Begins with its time, so that it is its place in the order, too. */
  key: string;
  at: string;
  sign: WebsiteState | "✓" | "✉" | "◆";
  name: string;
  href?: string;
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
    ...fixedOf(websites),
    ...reportsOf(reports),
  ].map((event) => ({ ...event, key: `${event.at} ${event.key}` }));
  return events.toSorted((one, other) => (one.key < other.key ? 1 : -1));
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
            {href ? (
              <a href={href}>
                <bdi>{name}</bdi>
              </a>
            ) : (
              name
            )}{" "}
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

/** When a website went down, came back or became unstable, and when its maintenance began and ended. */
function eventsOf(website: AccountWebsite): Event[] {
  const { downtime, last_downtime: last, unstable_since, last_maintenance } = website;
  const event = (sign: WebsiteState, at: string, text: string): Event => ({
    ...{ ...about(website), key: `${website.uuid} ${text}`, at, sign, text },
  });
  const seconds = last ? (Date.parse(last.ended_at) - Date.parse(last.began_at)) / 1000 : 0;
  return [
    ...[downtime, last].flatMap((each) =>
      each
        ? [event("down", each.began_at, `went down: ${causeTitle(each.cause, each.technical)}`)]
        : [],
    ),
    ...(last ? [event("up", last.ended_at, `is up again after ${showDuration(seconds)}`)] : []),
    ...(unstable_since ? [event("unstable", unstable_since, "became unstable")] : []),
    ...(last_maintenance
      ? [event("maintenance", last_maintenance.began_at, "maintenance began")]
      : []),
    ...(last_maintenance?.ended_at
      ? [event("maintenance", last_maintenance.ended_at, "maintenance ended")]
      : []),
  ];
}

/** The findings that audits of the same hour found fixed. */
function fixedOf(websites: AccountWebsite[]): Event[] {
  const fixed = websites.flatMap((website) =>
    website.fixed_findings ? [{ ...website.fixed_findings, website }] : [],
  );
  return [...Map.groupBy(fixed, ({ at }) => at.slice(0, 13))].flatMap(([hour, audits]) => {
    const [first] = audits;
    if (!first) return [];
    const count = audits.reduce((sum, audit) => sum + audit.count, 0);
    const text = `${plural(count, "finding")} fixed`;
    const event = { key: `fixed ${hour}`, at: first.at, sign: "✓" } as const;
    return audits.length === 1
      ? [{ ...event, ...about(first.website), text }]
      : [{ ...event, name: text, text: `on ${plural(audits.length, "website")}` }];
  });
}

function reportsOf(sent: AccountReportMails["last_sent"]): Event[] {
  if (!sent) return [];
  const href = linkTo("customers", { sort: "-report" });
  const text = `to ${plural(sent.count, "customer")}`;
  return [{ key: "reports", at: sent.at, sign: "✉", name: "Report mail", href, text }];
}
