import { findFaultKind } from "../../../functions/audit/faultKinds.ts";
import type { EventType } from "../../../functions/events/catalogue.ts";
import { newDelivery } from "../../../functions/events/deliveries/delivery.ts";
import { newEvent } from "../../../functions/events/event.ts";
import { LOG_DAYS } from "../../../functions/monitoring/bucketHours.ts";
import { nameOf } from "../../../functions/monitoring/buckets.ts";
import { dayOf, daysLater, secondsOfDay } from "../../../functions/monitoring/days.ts";
import { nextAudit, shardOf } from "../../../functions/monitoring/dueTimes.ts";
import { placeInRoster } from "../../../functions/monitoring/roster.ts";
import { atSecond, downtimeItem } from "../../../functions/monitoring/transitions.ts";
import { BucketHour } from "../../../shared/entities/bucketHour.ts";
import { Check } from "../../../shared/entities/check.ts";
import { Delivery } from "../../../shared/entities/delivery.ts";
import { Downtime } from "../../../shared/entities/downtime.ts";
import { FeedCounter, FeedItem } from "../../../shared/entities/feedItem.ts";
import { type KeptFinding, WebsiteFindings } from "../../../shared/entities/findings.ts";
import { Maintenance } from "../../../shared/entities/maintenance.ts";
import { Monitor } from "../../../shared/entities/monitor.ts";
import { UptimeDay } from "../../../shared/entities/uptimeDay.ts";
import type { WebsiteRecord } from "../../../shared/entities/website.ts";
import { type NewFeedItem, newFeedItem } from "../../../shared/feed/feedItem.ts";
import { findingPrefix, findingUuid } from "../../../shared/findings.ts";
import { presentCause } from "../../../shared/reasons.ts";
import { presentWebsite } from "../../../shared/resources/website.ts";
import { type Write, write } from "../../../shared/table/transact.ts";
import { historyEnds, timestamp } from "../../../shared/time.ts";
import { newUuid } from "../../../shared/uuid.ts";
import { BAKERY, stories } from "./customers.ts";
import { type Course, figuresOfDay, rowsOfHour } from "./history.ts";
import { faultsOf } from "./pages.ts";

/** The sample's websites are probed each minute, and audited each day. */
export const MINUTES = 1;
const AUDIT_MINUTES = 24 * 60;
const HOUR = 3600;
const DAY = 24 * HOUR;
const DELIVERED_DAYS = 29;

/** A website of the sample, and how it did. */
export interface SampleWebsite {
  name: string;
  record: WebsiteRecord;
  course: Course;
}

/** What a website's record says of its state. */
export function stateOf({ downtimes, unstable_since }: Course) {
  const last = downtimes.at(-1);
  const isDown = last !== undefined && last.to === undefined;
  return {
    is_hostname_up: !isDown,
    ...(isDown && { down_since: atSecond(last.from), down_cause: last.outcome }),
    ...(last?.to !== undefined && { down_until: atSecond(last.to) }),
    ...(unstable_since !== undefined && { unstable_since: atSecond(unstable_since) }),
  };
}

/** The writes of all that belongs to a website, but for its days. */
export function writesOf({ name, record, course }: SampleWebsite): Write[] {
  const { reseller_uuid, uuid, business_uuid, hostname } = record;
  const key = { reseller_uuid, uuid };
  const now = new Date(course.to * 1000);
  const { state } = stories[name] ?? {};
  const isPlain = state !== "down" && state !== "unstable";
  const monitor = {
    ...{ ...key, business_uuid, revision: 2, results: [], ...placeInRoster(uuid, MINUTES) },
    target: {
      ...{ mode: isPlain ? ("rounds" as const) : ("separate" as const), minutes: MINUTES },
      ...{ hostname, url: hostname },
    },
    uptime: uptimeOf(course),
  };
  const audited = new Date(now.getTime() - ((uuid.charCodeAt(35) % 16) + 1) * HOUR * 1000);
  const isAudited = name !== BAKERY;
  const check = {
    ...{ ...key, business_uuid, hostname, kind: "audit" as const, shard: shardOf(uuid) },
    due_at: isAudited ? nextAudit(uuid, AUDIT_MINUTES, now) : timestamp(now),
    ...(isAudited && { crawled_at: timestamp(audited) }),
    results: isAudited ? [{ at: timestamp(audited), outcome: "2 pages", duration: 2400 }] : [],
    memory: {},
  };
  const items = feedOf(course);
  const findings = isAudited ? findingsOf(name, record, course) : [];
  const window = {
    ...{ uuid: newUuid(), reason: "New kitchen planner" },
    starts_at: atSecond(course.to - HOUR / 2),
    ends_at: atSecond(course.to + 2 * HOUR),
    created_at: atSecond(course.to - DAY),
  };
  return [
    write(Monitor, (entity) => entity.put(monitor).commit()),
    write(Check, (entity) => entity.put(check).commit()),
    write(FeedCounter, (entity) =>
      entity.put({ reseller_uuid, website_uuid: uuid, next_sequence: items.length }).commit(),
    ),
    ...items.map(({ at, ...item }, sequence) =>
      write(FeedItem, (entity) =>
        entity.put(newFeedItem(record, { ...item, sequence }, new Date(at * 1000))).commit(),
      ),
    ),
    ...course.downtimes.map(({ from, to, outcome }) =>
      write(Downtime, (entity) =>
        entity
          .put({
            ...{ ...key, began_at: atSecond(from), cause: outcome },
            ...(to !== undefined && {
              ...{ ended_at: atSecond(to), duration_seconds: to - from, unobserved_seconds: 0 },
            }),
            expires_epoch: historyEnds(to ?? from),
          })
          .commit(),
      ),
    ),
    ...(findings.length > 0
      ? [
          write(WebsiteFindings, (entity) =>
            entity
              .put({
                ...{ ...key, business_uuid, revision: 1, prefix: findingPrefix(uuid), findings },
                changed_at: timestamp(audited),
              })
              .commit(),
          ),
        ]
      : []),
    ...(state === "maintenance"
      ? [
          write(Maintenance, (entity) =>
            entity.put({ ...key, revision: 1, windows: [window] }).commit(),
          ),
        ]
      : []),
  ];
}

function uptimeOf({ to, downtimes, unstable_since }: Course) {
  const last = downtimes.at(-1);
  if (last && last.to === undefined)
    return { state: "down" as const, checked_at: to, down_since: last.from, unobserved: 0 };
  const isUnstable = unstable_since !== undefined;
  return { state: "up" as const, ...(isUnstable && { checked_at: to, unstable_since }) };
}

/** The feed items of a website, oldest first, and when each was written. */
function feedOf({ downtimes, unstable_since }: Course): (NewFeedItem & { at: number })[] {
  const ofDowntimes = downtimes.flatMap(({ from, to, outcome }) => {
    const told = { from, outcome, isSeenUp: false, now: new Date() };
    const began = { at: from, ...downtimeItem({ ...told, is_up: false }) };
    if (to === undefined) return began;
    const ended = { to, duration: to - from, unobserved: 0, outcome: "up", isSeenUp: true };
    return [began, { at: to, ...downtimeItem({ ...told, ...ended, is_up: true }) }];
  });
  if (unstable_since === undefined) return ofDowntimes;
  const data = { is_stable: false, unstable_since: atSecond(unstable_since), failures_count: 12 };
  return [...ofDowntimes, { at: unstable_since, type: "unstable", status: "warning", data }];
}

/** The findings of a website: what is wrong with its pages, and what was. */
function findingsOf(
  name: string,
  { uuid, hostname }: WebsiteRecord,
  course: Course,
): KeptFinding[] {
  const { faults = [], mended = [] } = stories[name] ?? {};
  const since = (share: number) =>
    atSecond(course.to - Math.floor((course.to - course.from) * share));
  const kept = (path: string, times: Partial<KeptFinding>) =>
    faultsOf(hostname, path).map((fault): KeptFinding => {
      const { type = "", severity = "info" } = findFaultKind(fault.code) ?? {};
      const found = { ...fault, type, severity, pages_count: fault.pages.length };
      return { ...found, uuid: findingUuid(uuid, fault), first_seen_at: since(0.6), ...times };
    });
  return [
    ...faults.flatMap((path, index) => kept(path, { first_seen_at: since(0.5 / (index + 1)) })),
    ...mended.flatMap((path) =>
      kept(path, { last_seen_at: since(0.16), resolved_at: since(0.15) }),
    ),
  ];
}

/** The writes of a website's days from one to another, both included (`2026-01-31`). */
export function dayWrites(
  key: { reseller_uuid: string; uuid: string },
  course: Course,
  { from, to }: { from: string; to: string },
): Write[] {
  const writes: Write[] = [];
  const first = dayOf(course.from);
  for (let day = from > first ? from : first; day <= to; day = daysLater(day, 1)) {
    const expires_epoch = historyEnds(secondsOfDay(day).to);
    const figures = { ...key, day, ...figuresOfDay(course, day), expires_epoch };
    writes.push(write(UptimeDay, (entity) => entity.put(figures).commit()));
  }
  return writes;
}

/** The writes of the log of the last two days, in the one bucket that there is. */
export function logWrites(all: SampleWebsite[], now: number): Write[] {
  const names = all.map(({ record }) => nameOf(record.uuid)).join("");
  const begin = secondsOfDay(daysLater(dayOf(now), -1)).from;
  const hours = Array.from({ length: Math.floor((now - begin) / HOUR) + 1 }, (_, hour) => {
    const from = begin + hour * HOUR;
    const rows = rowsOfHour(
      all.map(({ course }) => course),
      from,
    );
    return { hour: new Date(from * 1000).toISOString().slice(0, 13), from, rows };
  });
  return hours.map(({ hour, from, rows }) =>
    write(BucketHour, (entity) =>
      entity
        .put({
          ...{ minutes: MINUTES, depth: 0, number: 0, hour, names, rows },
          expires_epoch: from + LOG_DAYS * DAY,
        })
        .commit(),
    ),
  );
}

/** The writes of the deliveries of downtimes to a webhook. */
export function deliveryWrites(
  { record, course }: SampleWebsite,
  webhook: { reseller_uuid: string; webhook_uuid: string },
): Write[] {
  const { user_uuid = null, business_uuid } = record;
  const events = course.downtimes.flatMap(({ from, to, outcome }, index) => {
    const of = (type: EventType, at: number, sequence: number) => {
      const is_hostname_up = type === "website.up";
      const updated_at = atSecond(at);
      const ended_at = is_hostname_up ? updated_at : null;
      const downtime = { began_at: atSecond(from), ended_at, ...presentCause(outcome) };
      const data = presentWebsite({ ...record, is_hostname_up, updated_at });
      const who = { user_uuid, business_uuid };
      return newEvent(record.reseller_uuid, {
        ...{ type, timestamp: updated_at, sequence, ...who, downtime, data },
      });
    };
    const began = of("website.down", from, 2 * index + 2);
    return to === undefined ? began : [began, of("website.up", to, 2 * index + 3)];
  });
  const oldest = atSecond(course.to - DELIVERED_DAYS * DAY);
  return events
    .filter(({ timestamp }) => timestamp > oldest)
    .map((event) => {
      const { next_attempt_at: _, ...made } = newDelivery(
        webhook,
        event,
        new Date(event.timestamp),
      );
      const at = event.timestamp;
      const attempt = { at, status: 200, error: null, duration_ms: 41, response: "ok" };
      const delivery = { ...made, status: "delivered" as const, attempts: [attempt], tries: 1 };
      return write(Delivery, (entity) => entity.put(delivery).commit());
    });
}
