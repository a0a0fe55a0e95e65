import { findFaultKind } from "../../../shared/audit/faultKinds.ts";
import { BucketHour } from "../../../shared/entities/bucket.ts";
import { Check } from "../../../shared/entities/check.ts";
import { Delivery } from "../../../shared/entities/delivery.ts";
import { Downtime } from "../../../shared/entities/downtime.ts";
import { FeedCounter, FeedItem } from "../../../shared/entities/feedItem.ts";
import { type KeptFinding, WebsiteFindings } from "../../../shared/entities/findings.ts";
import { Monitor } from "../../../shared/entities/monitor.ts";
import { dueShard } from "../../../shared/entities/scheduleCursor.ts";
import { UptimeDay } from "../../../shared/entities/uptimeDay.ts";
import type { WebsiteRecord } from "../../../shared/entities/website.ts";
import { type NewFeedItem, newFeedItem } from "../../../shared/feed/feedItem.ts";
import type { OwnedKey } from "../../../shared/platform/table/entity.ts";
import type { AnyEntity, Write } from "../../../shared/platform/table/transact.ts";
import {
  dayOf,
  daysLater,
  historyEnds,
  secondsOfDay,
  timestamp,
} from "../../../shared/platform/time.ts";
import { presentWebsite } from "../../../shared/resources/presenters.ts";
import { nextAudit } from "../../../shared/uptime/audits.ts";
import { LOG_DAYS } from "../../../shared/uptime/bucketHours.ts";
import { nameOf } from "../../../shared/uptime/buckets.ts";
import { placeInRoster } from "../../../shared/uptime/roster.ts";
import { atSecond, downtimeItem } from "../../../shared/uptime/transitions.ts";
import { findingPrefix, findingUuid } from "../../../shared/vocabulary/findings.ts";
import { presentCause } from "../../../shared/vocabulary/reasons.ts";
import { stateOf } from "../../../shared/vocabulary/websiteState.ts";
import { newDelivery } from "../../../shared/webhooks/delivery.ts";
import { newEvent } from "../../../shared/webhooks/event.ts";
import { BAKERY, type Site } from "./customers.ts";
import { type Course, figuresOfDay, rowsOfHour } from "./history.ts";
import { faultsOf } from "./pages.ts";

/** The sample's websites are probed each minute, and audited each day. */
export const MINUTES = 1;
/** The one bucket that there is. */
export const BUCKET = { minutes: MINUTES, depth: 0, number: 0 };
const AUDIT_MINUTES = 24 * 60;
const HOUR = 3600;
const DAY = 24 * HOUR;
const DELIVERED_DAYS = 29;

/** A website of the sample, and how it did. */
export interface SampleWebsite {
  site: Site;
  record: WebsiteRecord;
  course: Course;
}

/** What a website's record says of its state. */
export function shownOf({ downtimes, unstable_since }: Course) {
  const last = downtimes.at(-1);
  const is_hostname_up = last === undefined || last.to !== undefined;
  const shown = {
    is_hostname_up,
    ...(!is_hostname_up && {
      ...{ down_since: atSecond(last.from), down_cause: last.outcome },
      down_probe: { address: "127.0.0.1", duration: 22 },
    }),
    ...(last?.to !== undefined && {
      down_until: atSecond(last.to),
      last_downtime: { began_at: atSecond(last.from), cause: last.outcome },
    }),
    ...(unstable_since !== undefined && { unstable_since: atSecond(unstable_since) }),
  };
  return { ...shown, state: stateOf(shown) };
}

/** The writes of all that belongs to a website, but for its days. */
export function writesOf({ site, record, course }: SampleWebsite): Write[] {
  const { reseller_uuid, uuid, business_uuid, hostname } = record;
  const key = { reseller_uuid, uuid };
  const now = new Date(course.to * 1000);
  const { name, state } = site;
  const mode = state === "down" || state === "unstable" ? "separate" : "rounds";
  const items = feedOf(course);
  const audited_at = atSecond(course.to - ((uuid.charCodeAt(35) % 16) + 1) * HOUR);
  const isAudited = name !== BAKERY;
  const findings = isAudited ? findingsOf(site, record, course) : [];
  return [
    put(Monitor, {
      ...{ ...key, business_uuid, revision: 2, results: [], ...placeInRoster(uuid, MINUTES) },
      target: { mode, minutes: MINUTES, hostname, url: hostname },
      uptime: uptimeOf(course),
    }),
    put(Check, {
      ...{ ...key, business_uuid, hostname, kind: "audit", shard: dueShard(uuid), memory: {} },
      ...(isAudited && { crawled_at: audited_at }),
      due_at: isAudited ? nextAudit(uuid, AUDIT_MINUTES, now) : timestamp(now),
      results: isAudited ? [{ at: audited_at, outcome: "2 pages", duration: 2400 }] : [],
    }),
    put(FeedCounter, { reseller_uuid, website_uuid: uuid, next_sequence: items.length }),
    ...items.map(({ at, ...item }, sequence) =>
      put(FeedItem, newFeedItem(record, { ...item, sequence }, new Date(at * 1000))),
    ),
    ...course.downtimes.map(({ from, to, outcome }) =>
      put(Downtime, {
        ...{ ...key, began_at: atSecond(from), cause: outcome, expires_epoch: historyEnds(from) },
        ...(to !== undefined && {
          ended_at: atSecond(to),
          duration_seconds: to - from,
          unobserved_seconds: 0,
        }),
      }),
    ),
    put(WebsiteFindings, {
      ...{ ...key, business_uuid, revision: 1, prefix: findingPrefix(uuid), findings },
      changed_at: audited_at,
    }),
  ];
}

/** The write of a record that nobody else writes. */
function put(entity: AnyEntity, record: object): Write {
  return entity.put(record);
}

function uptimeOf({ to, downtimes, unstable_since }: Course) {
  const last = downtimes.at(-1);
  if (last && last.to === undefined)
    return { state: "down" as const, checked_at: to, down_since: last.from, unobserved: 0 };
  if (unstable_since === undefined) return { state: "up" as const };
  // A third of the last hour's probes, so that the next one does not find it stable.
  const bad = Array.from({ length: 20 }, (_, index) => to - (20 - index) * 3 * 60);
  return { state: "up" as const, checked_at: to, unstable_since, bad };
}

/** The feed items of a website, oldest first, and when each was written. */
function feedOf({ downtimes, unstable_since }: Course): (NewFeedItem & { at: number })[] {
  const ofDowntimes = downtimes.flatMap(({ from, to, outcome }) => {
    const downtime = { from, outcome, isSeenUp: false, now: new Date() };
    const began = { at: from, ...downtimeItem({ ...downtime, is_up: false }) };
    if (to === undefined) return began;
    const ended = { to, duration: to - from, unobserved: 0, outcome: "up", isSeenUp: true };
    return [began, { at: to, ...downtimeItem({ ...downtime, ...ended, is_up: true }) }];
  });
  if (unstable_since === undefined) return ofDowntimes;
  const data = { is_stable: false, unstable_since: atSecond(unstable_since), failures_count: 12 };
  return [...ofDowntimes, { at: unstable_since, type: "unstable", status: "warning", data }];
}

/** The findings of a website: what is wrong with its pages, and what was. */
function findingsOf(
  { faults, mended }: Site,
  { uuid, hostname }: WebsiteRecord,
  course: Course,
): KeptFinding[] {
  const since = (share: number) =>
    atSecond(course.to - Math.floor((course.to - course.from) * share));
  const findingsAt = (path: string, times: Partial<KeptFinding>) =>
    faultsOf(hostname, path).map((fault): KeptFinding => {
      const { type = "", severity = "info" } = findFaultKind(fault.code) ?? {};
      const finding = { ...fault, type, severity, pages_count: fault.pages.length };
      return { ...finding, uuid: findingUuid(uuid, fault), first_seen_at: since(0.6), ...times };
    });
  return [
    ...faults.flatMap((path, index) =>
      findingsAt(path, { first_seen_at: since(0.5 / (index + 1)) }),
    ),
    ...mended.flatMap((path) =>
      findingsAt(path, { last_seen_at: since(0.16), resolved_at: since(0.15) }),
    ),
  ];
}

/** The writes of a website's days from one to another, both included (`2026-01-31`). */
export function dayWrites(
  key: OwnedKey,
  course: Course,
  { from, to }: { from: string; to: string },
): Write[] {
  const writes: Write[] = [];
  const first = dayOf(course.from);
  for (let day = from > first ? from : first; day <= to; day = daysLater(day, 1)) {
    const expires_epoch = historyEnds(secondsOfDay(day).to);
    writes.push(put(UptimeDay, { ...key, day, ...figuresOfDay(course, day), expires_epoch }));
  }
  return writes;
}

/** The writes of the log of the last two days. */
export function logWrites(all: SampleWebsite[], now: number): Write[] {
  const names = all.map(({ record }) => nameOf(record.uuid)).join("");
  const courses = all.map(({ course }) => course);
  const begin = secondsOfDay(daysLater(dayOf(now), -1)).from;
  return Array.from({ length: Math.floor((now - begin) / HOUR) + 1 }, (_, index) => {
    const from = begin + index * HOUR;
    const hour = new Date(from * 1000).toISOString().slice(0, 13);
    return put(BucketHour, {
      ...{ ...BUCKET, hour, names, rows: rowsOfHour(courses, from) },
      expires_epoch: from + LOG_DAYS * DAY,
    });
  });
}

/** The writes of the deliveries of downtimes to a webhook. */
export function deliveryWrites({ record, course }: SampleWebsite, webhook_uuid: string): Write[] {
  const { reseller_uuid, user_uuid = null, business_uuid } = record;
  const oldest = course.to - DELIVERED_DAYS * DAY;
  return course.downtimes.flatMap(({ from, to, outcome }, index) =>
    [from, to].flatMap((at, isEnd) => {
      if (at === undefined || at < oldest) return [];
      const is_hostname_up = isEnd === 1;
      const updated_at = atSecond(at);
      const event = newEvent(reseller_uuid, {
        ...{ type: is_hostname_up ? "website.up" : "website.down", timestamp: updated_at },
        ...{ sequence: 2 + 2 * index + isEnd, user_uuid, business_uuid },
        downtime: {
          ...{ began_at: atSecond(from), ended_at: is_hostname_up ? updated_at : null },
          ...presentCause(outcome),
        },
        data: presentWebsite({ ...record, is_hostname_up, updated_at }),
      });
      const webhook = { reseller_uuid, webhook_uuid };
      const { next_attempt_at: _, ...delivery } = newDelivery(webhook, event, new Date(at * 1000));
      const attempt = { at: updated_at, status: 200, error: null, duration_ms: 41, response: "ok" };
      return put(Delivery, { ...delivery, status: "delivered", attempts: [attempt], tries: 1 });
    }),
  );
}
