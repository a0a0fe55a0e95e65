import {
  type AccountReportMails,
  type AccountWebsite,
  type AuditLogEntry,
  type MaintenanceWindow,
  orThrow,
  type Uptime,
} from "reseller-website-monitoring-client";
import { useAnswer, useGet } from "../answers.ts";
import { tellAction } from "../auditWords.ts";
import { useConsole } from "../context.ts";
import {
  dayFromToday,
  showDayOf,
  showDuration,
  showHost,
  showHour,
  showNumber,
  showWhen,
} from "../format.ts";
import { isState, type WebsiteState } from "../lists.ts";
import { ofEach } from "../ofEach.ts";
import { linkTo } from "../place.ts";
import type { NewFinding } from "./attention.tsx";
import { Skeleton } from "./shown.tsx";
import { causeTitle, Sign } from "./state.tsx";

const MOST_SHOWN = 15;
/** Of the audit log, in which many changes may be alike. */
const MOST_READ = 100;
/** How many websites that were down within a day are asked for their downtimes. */
const MOST_ASKED = 10;

interface Event {
  key: string;
  at: string;
  sign?: WebsiteState | "✓" | "✉";
  name: string;
  href?: string;
  text: string;
}

/** What happened last. */
export function LastEvents({ events }: { events: Event[] | undefined }) {
  return (
    <section class="events">
      <h2>Last events</h2>
      {!events ? (
        <Skeleton lines={6} />
      ) : events.length === 0 ? (
        <p class="soft">Nothing has happened yet.</p>
      ) : (
        <ol>
          {events.map(({ key, at, sign, name, href, text }) => (
            <li key={key}>
              <time class="soft" dateTime={at}>
                {showDayOf(at) === "today" ? showHour(at) : showWhen(at)}
              </time>
              <span>
                {isState(sign ?? null) ? <Sign state={sign as WebsiteState} /> : sign && `${sign} `}
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
      )}
    </section>
  );
}

/**
 * What happened to websites (downtimes of the last 24 hours, maintenance, new and fixed findings), reports that were
 * sent, and what people changed, newest first; undefined while awaited.
 */
export function useLastEvents(
  websites: AccountWebsite[],
  findings: NewFinding[] | undefined,
): Event[] | undefined {
  const { client } = useConsole();
  const log = useGet("/v1/account/audit-log", { query: { per_page: MOST_READ } });
  const reports = useGet("/v1/account/report-mails");
  const failed = websites
    .filter(({ state, last_24_hours }) => state === "down" || last_24_hours.some(isFailed))
    .slice(0, MOST_ASKED);
  const query = { from: dayFromToday(-1), to: dayFromToday(0) };
  const downtimes = useAnswer(`downtimes ${failed.map(({ uuid }) => uuid)}`, async (signal) => {
    const found = await ofEach(failed, async (website) => {
      const params = { path: { website_uuid: website.uuid }, query };
      const route = "/v1/websites/{website_uuid}/uptime";
      const { data } = await orThrow(client.GET(route, { params, signal }));
      return data.downtimes.flatMap((downtime) => eventsOf(website, downtime));
    });
    return { data: found.flat() };
  });
  const maintained = websites.filter(({ state }) => state === "maintenance").slice(0, MOST_ASKED);
  const windows = useAnswer(`windows ${maintained.map(({ uuid }) => uuid)}`, async (signal) => {
    const found = await ofEach(maintained, async (website) => {
      const params = { path: { website_uuid: website.uuid } };
      const route = "/v1/websites/{website_uuid}/maintenance-windows";
      const { data } = await orThrow(client.GET(route, { params, signal }));
      return data.flatMap((window) => maintenanceOf(website, window));
    });
    return { data: found.flat() };
  });
  if (!log.data || !downtimes.data) return (log.error ?? downtimes.error) && [];
  const underWay = windows.data ?? [];
  // A maintenance that goes on is shown itself; that it was planned would be the same once more.
  const entries = log.data.data.filter(
    ({ record }) => !underWay.some(({ key }) => key === record.uuid),
  );
  const changes = [...Map.groupBy(entries, alike).values()].flatMap((each) =>
    changeOf(each, websites),
  );
  const others = [...websites.flatMap(unstableOf), ...(findings ?? []).map(foundOf)];
  const mails = reportsOf(reports.data?.data.last_sent ?? null);
  return [...downtimes.data, ...underWay, ...others, ...fixedOf(websites), ...mails, ...changes]
    .toSorted((one, other) => other.at.localeCompare(one.at))
    .slice(0, MOST_SHOWN);
}

const isFailed = (hour: number | null) => hour !== null && hour < 100;

const about = ({ uuid, hostname }: AccountWebsite) => ({
  name: showHost(hostname),
  href: linkTo(`websites/${uuid}`),
});

/** The beginning of a maintenance that goes on. */
function maintenanceOf(
  website: AccountWebsite,
  { uuid, starts_at, ends_at }: MaintenanceWindow,
): Event[] {
  const now = Date.now();
  if (Date.parse(starts_at) > now || Date.parse(ends_at) < now) return [];
  const text = `is in maintenance until ${showWhen(ends_at)}`;
  return [{ ...about(website), key: uuid, at: starts_at, sign: "maintenance", text }];
}

function unstableOf(website: AccountWebsite): Event[] {
  const { uuid, state, unstable_since: at } = website;
  if (state !== "unstable" || at === null) return [];
  return [
    { ...about(website), key: `${uuid} ${at}`, at, sign: "unstable", text: "became unstable" },
  ];
}

function foundOf({ title, website, others, at }: NewFinding): Event {
  const text = `has a new finding: ${title}${others > 0 ? `, and ${others} more` : ""}`;
  return { ...about(website), key: title, at, text };
}

function eventsOf(
  website: AccountWebsite,
  { began_at, ended_at, cause, technical, duration_seconds }: Uptime["downtimes"][number],
): Event[] {
  const of = about(website);
  const began = {
    ...of,
    key: `${of.href} ${began_at}`,
    at: began_at,
    sign: "down",
    text: causeTitle(cause, technical),
  } as const;
  if (ended_at === null) return [began];
  const text = `is up again after ${showDuration(duration_seconds ?? 0)}`;
  return [began, { ...of, key: `${of.href} ${ended_at}`, at: ended_at, sign: "up", text }];
}

const plural = (count: number, word: string) =>
  `${showNumber(count)} ${word}${count === 1 ? "" : "s"}`;

/** The findings that audits of the same hour found fixed. */
function fixedOf(websites: AccountWebsite[]): Event[] {
  const fixed = websites.flatMap((website) =>
    website.fixed_findings ? [{ ...website.fixed_findings, website }] : [],
  );
  return [...Map.groupBy(fixed, ({ at }) => at.slice(0, 13))].flatMap(([hour, audits]) => {
    const [first] = audits;
    if (!first) return [];
    const text = `${plural(
      audits.reduce((sum, { count }) => sum + count, 0),
      "finding",
    )} fixed`;
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

/** What is the same of many changes that one program makes at once. */
const alike = ({ action, actor, created_at }: AuditLogEntry) =>
  [action, actor.type, actor.name, created_at.slice(0, 13)].join(" ");

function changeOf(entries: AuditLogEntry[], websites: AccountWebsite[]): Event[] {
  const [entry] = entries;
  if (!entry) return [];
  const { uuid, created_at, record } = entry;
  const { what = "", done = "" } = tellAction(entry, entries.length) ?? {};
  const [website] = websites.filter((each) => entries.length === 1 && each.uuid === record.uuid);
  const event = { key: uuid, at: created_at, text: done, name: what };
  if (!what || !website) return what ? [event] : [];
  return [{ ...event, ...about(website) }];
}
