import type { AccountWebsite, AuditLogEntry, Uptime } from "reseller-website-monitoring-client";
import { useAnswer } from "../answers.ts";
import { tellAction } from "../auditWords.ts";
import { useConsole } from "../context.ts";
import { dayFromToday, showDuration, showHost, showMoment } from "../format.ts";
import type { WebsiteState } from "../lists.ts";
import { useOfEach } from "../ofEach.ts";
import { linkTo } from "../place.ts";
import { Skeleton } from "./shown.tsx";
import { causeTitle, Sign } from "./state.tsx";

const MOST_SHOWN = 15;
/** How many websites that were down within a day are asked for their downtimes. */
const MOST_ASKED = 10;

interface Event {
  key: string;
  at: string;
  state?: WebsiteState;
  name: string;
  href?: string;
  text: string;
}

/** What happened last: downtimes of the last 24 hours, and what people changed. */
export function LastEvents({ websites }: { websites: AccountWebsite[] | undefined }) {
  const { client } = useConsole();
  const log = useAnswer("last changes", (signal) =>
    client.GET("/v1/account/audit-log", { params: { query: { per_page: MOST_SHOWN } }, signal }),
  );
  const downtimes = useDowntimes(websites ?? []);
  const changes = (log.data?.data ?? []).map((entry) => changeOf(entry, websites ?? []));
  const events = [...downtimes, ...changes]
    .toSorted((one, other) => other.at.localeCompare(one.at))
    .slice(0, MOST_SHOWN);
  return (
    <section class="events">
      <h2>Last events</h2>
      {!websites || !log.data ? (
        <Skeleton lines={6} />
      ) : events.length === 0 ? (
        <p class="soft">Nothing has happened yet.</p>
      ) : (
        <ol>
          {events.map(({ key, at, state, name, href, text }) => (
            <li key={key}>
              <time dateTime={at}>{showMoment(at)}</time>
              <span>
                {state && <Sign state={state} />}{" "}
                {name && (
                  <a href={href}>
                    <bdi>{name}</bdi>
                  </a>
                )}{" "}
                {text}
              </span>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

/** The begins and ends of the downtimes of the last 24 hours. */
function useDowntimes(websites: AccountWebsite[]): Event[] {
  const { client } = useConsole();
  const query = { from: dayFromToday(-1), to: dayFromToday(0) };
  const failed = websites
    .filter(
      ({ state, last_24_hours }) =>
        state === "down" || last_24_hours.some((hour) => (hour ?? 100) < 100),
    )
    .slice(0, MOST_ASKED);
  const { found } = useOfEach(
    failed.map(({ uuid }) => uuid),
    (website_uuid, signal) =>
      client.GET("/v1/websites/{website_uuid}/uptime", {
        params: { path: { website_uuid }, query },
        signal,
      }),
  );
  return failed.flatMap((website) =>
    (found.get(website.uuid)?.data.downtimes ?? []).flatMap((downtime) =>
      eventsOf(website, downtime),
    ),
  );
}

function eventsOf(
  { uuid, hostname }: AccountWebsite,
  { began_at, ended_at, cause, technical, duration_seconds }: Uptime["downtimes"][number],
): Event[] {
  const of = { name: showHost(hostname), href: linkTo(`websites/${uuid}`) };
  const began = {
    ...of,
    key: `${uuid} ${began_at}`,
    at: began_at,
    state: "down",
    text: causeTitle(cause, technical),
  } as const;
  if (ended_at === null) return [began];
  const text = `is up again after ${showDuration(duration_seconds ?? 0)}`;
  return [began, { ...of, key: `${uuid} ${ended_at}`, at: ended_at, state: "up", text }];
}

function changeOf(entry: AuditLogEntry, websites: AccountWebsite[]): Event {
  const { uuid, created_at, record } = entry;
  const { what, done } = tellAction(entry);
  const event = { key: uuid, at: created_at, text: done };
  const website = websites.find((each) => each.uuid === record.uuid);
  if (!website) return { ...event, name: what };
  const href = linkTo(`websites/${website.uuid}`);
  return { ...event, name: showHost(website.hostname), href };
}
