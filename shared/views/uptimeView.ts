import { tellStoredCause } from "../catalogue/causeTexts.ts";
import { Check, type CheckRecord } from "../entities/check.ts";
import { Maintenance, type MaintenanceRecord } from "../entities/maintenance.ts";
import { Monitor, type MonitorRecord } from "../entities/monitor.ts";
import type { WebsiteRecord } from "../entities/website.ts";
import { batchGetEventually, lookup } from "../platform/table/batch.ts";
import { dayOf, secondsOfDay, timestamp } from "../platform/time.ts";
import { type DayPart, figuresByDay, findDays } from "../uptime/dailyFigures.ts";
import { findDowntimes, presentDowntime } from "../uptime/downtimes.ts";
import { addFigures, NO_FIGURES, percentageOfDays, responseTimes } from "../uptime/figures.ts";
import { findLastProbe } from "../uptime/lastProbes.ts";
import type { TextLanguage } from "../vocabulary/texts.ts";
import { type DigestPeriod, presentPeriod } from "./period.ts";

const MOST_DOWNTIMES = 50;
const MOST_WINDOWS = 5;

/** What a view of a website is asked for by; `now` in milliseconds. */
export interface ViewRequest {
  period: DigestPeriod;
  language: TextLanguage;
  now: number;
  /** Whom its texts name to be asked. */
  sender?: string;
  /** Whether findings are wanted by kind as well. */
  byKind?: boolean;
}

/** What is stored of a website besides its record and its findings. */
export interface StoredUptime {
  audit: CheckRecord | undefined;
  monitor: MonitorRecord | undefined;
  maintenance: MaintenanceRecord | undefined;
}

/** Reads what is stored of some websites. */
export async function readStoredUptimes(records: WebsiteRecord[]): Promise<StoredUptime[]> {
  const items = await batchGetEventually(
    ...records.flatMap(({ reseller_uuid, uuid }) => [
      lookup<unknown>(Monitor, { reseller_uuid, uuid }),
      lookup<unknown>(Maintenance, { reseller_uuid, uuid }),
      lookup<unknown>(Check, { reseller_uuid, uuid, kind: "audit" }),
    ]),
  );
  return records.map((_, index) => {
    const [monitor, maintenance, audit] = items.slice(3 * index, 3 * index + 3);
    return { monitor, maintenance, audit } as StoredUptime;
  });
}

/** The state and uptime of a website: what digests, reports and status pages show of it. */
export async function readUptime(
  website: WebsiteRecord,
  { monitor, maintenance, audit }: StoredUptime,
  { period, language, now, sender }: ViewRequest,
) {
  const { reseller_uuid, uuid } = website;
  const presented = presentPeriod(period);
  const { from, to, begins_at, ends_at } = presented;
  const begin = dayOf(period.from);
  const [last, stored, downtimes] = await Promise.all([
    findLastProbe(monitor, now),
    findDays({ reseller_uuid, uuid }, { from: begin < from ? begin : from, to }),
    findDowntimes({ reseller_uuid, uuid }, { from: begins_at, until: ends_at }, MOST_DOWNTIMES + 1),
  ]);
  const checkedAt = last ? Date.parse(last.at) / 1000 : monitor?.uptime.checked_at;
  const parts = await figuresByDay(period, { monitor, days: stored }, now);
  const { looks, failed_attempts, observed, down, times } = parts.reduce(addFigures, NO_FIGURES);
  const added = Date.parse(website.created_at) / 1000;
  const since = sinceOf(
    parts.find((part) => part.observed > 0),
    added,
  );
  const until = Math.min(period.to, now / 1000);
  const windows = maintenance?.windows ?? [];
  return {
    period: presented,
    last_checked_at: timeOf(checkedAt),
    watched_since: timeOf(since),
    uptime_percentage: percentageOfDays([{ observed_seconds: observed, down_seconds: down }]),
    ...{ observed_seconds: observed, down_seconds: down, looks, failed_attempts },
    response_ms: responseTimes(times),
    downtimes: downtimes.slice(-MOST_DOWNTIMES).map((downtime) => ({
      ...presentDowntime(downtime),
      ...tellStoredCause(downtime.cause, language, sender),
    })),
    has_more_downtimes: downtimes.length > MOST_DOWNTIMES,
    maintenance: windows
      .filter(({ ends_at }) => ends_at > timestamp(new Date(now)))
      .slice(0, MOST_WINDOWS)
      .map(({ starts_at, ends_at, reason = null }) => ({ starts_at, ends_at, reason })),
    unsupported_languages: audit?.memory.unsupported_languages ?? [],
    /** Seconds within the period, since the website was added and until now, without an observation. */
    unobserved_seconds: Math.max(0, Math.floor(until - Math.max(period.from, added) - observed)),
    /** Those in UTC that lie within the period. */
    days: parts.filter(({ day }) => day >= from && day <= to),
  };
}

/** A day in UTC is kept as a whole, and begins for a new website when it was added. */
function sinceOf(first: DayPart | undefined, added: number): number | undefined {
  if (!first) return undefined;
  return added > first.since && added < secondsOfDay(first.day).to ? added : first.since;
}

function timeOf(seconds: number | undefined): string | null {
  return seconds === undefined ? null : timestamp(new Date(seconds * 1000));
}
