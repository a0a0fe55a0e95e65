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
  showWhen,
} from "../format.ts";
import { linkTo } from "../place.ts";
import { Fold } from "./shown.tsx";
import { causeTitle, stateTexts } from "./state.tsx";

const MOST_EVENTS = 200;
const MOST_UNFOLDED = 15;

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

/** What happened last to these websites, and the last reports that were sent, newest first. */
export function LastEvents({ websites }: { websites: AccountWebsite[] }) {
  const reports = useGet("/v1/account/report-mails").data?.data.last_sent ?? null;
  const events = [
    ...websites.flatMap(eventsOf),
    ...newFindings(websites).map(({ title, website, others, at }) => {
      const text = `has a new finding: ${title}${others > 0 ? `, and ${others} more` : ""}`;
      return { ...about(website), key: title, at, kind: "finding", text } as const;
    }),
    ...reportsOf(reports),
  ].toSorted((one, other) => other.at.localeCompare(one.at));
  return (
    <section>
      <h2>Latest events</h2>
      {events.length === 0 && <p class="soft">Nothing has happened yet.</p>}
      <EventList events={events.slice(0, MOST_UNFOLDED)} />
      {events.length > MOST_UNFOLDED && (
        <Fold name="events" summary="More events">
          <EventList events={events.slice(MOST_UNFOLDED, MOST_EVENTS)} />
          <p class="soft small">
            These are the latest events of each website. Its own page shows all its downtimes.
          </p>
        </Fold>
      )}
    </section>
  );
}

function EventList({ events }: { events: Event[] }) {
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
