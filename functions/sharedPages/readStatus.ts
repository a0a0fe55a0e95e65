import type { DowntimeRecord } from "../../shared/entities/downtime.ts";
import { Maintenance, type MaintenanceRecord } from "../../shared/entities/maintenance.ts";
import { Monitor, type MonitorRecord } from "../../shared/entities/monitor.ts";
import type { UptimeDayRecord } from "../../shared/entities/uptimeDay.ts";
import type { WebsiteRecord } from "../../shared/entities/website.ts";
import { type DowntimeCause, presentCause } from "../../shared/reasons.ts";
import { batchGetWith, lookup } from "../../shared/table/batch.ts";
import { timestamp } from "../../shared/time.ts";
import { figuresWithin, findDays } from "../monitoring/dailyFigures.ts";
import { dayOf, daysLater, secondsOfDay } from "../monitoring/days.ts";
import { findDowntimes } from "../monitoring/downtimes.ts";
import { percentageOfDays } from "../monitoring/figures.ts";
import { findLastProbedAt } from "../monitoring/lastProbes.ts";
import { Memory } from "./memory.ts";
import { hostShown } from "./shownText.ts";

const STATUS_DAYS = 90;
const MOST_DOWNTIMES = 10;
const MOST_WINDOWS = 5;
/** The figures of past days hardly ever change. */
const HISTORY_SECONDS = 900;
const REMEMBERED_HISTORIES = 500;

/** Known before the first probe, and while nobody probes, as states of their own. */
export type State = "up" | "down" | "unchecked" | "paused";

/** What a page shows of a website: no uuid, and nothing technical. */
export interface WebsiteStatus {
  hostname: string;
  state: State;
  down_since: string | null;
  down_cause: DowntimeCause | null;
  checked_at: string | null;
  uptime_percentage: number | null;
  /** In the same days, unconfirmed failures included. */
  down_seconds: number;
  /** Oldest first. */
  days: { date: string; uptime_percentage: number | null }[];
  /** The last ones, newest first. */
  downtimes: {
    began_at: string;
    ended_at: string | null;
    duration_seconds: number | null;
    cause: DowntimeCause | null;
  }[];
  /** Those that have not ended. */
  maintenance: { starts_at: string; ends_at: string; reason: string | null }[];
}

/** What is kept of a website beside its record. */
interface Kept {
  monitor: MonitorRecord | undefined;
  maintenance: MaintenanceRecord | undefined;
}

/** The status of some websites of a reseller at a time in milliseconds. */
export async function readStatuses(
  websites: WebsiteRecord[],
  now: number,
): Promise<WebsiteStatus[]> {
  const found = await batchGetWith(
    { consistent: false },
    ...websites.flatMap(({ reseller_uuid, uuid }) => [
      lookup<unknown>(Monitor, { reseller_uuid, uuid }),
      lookup<unknown>(Maintenance, { reseller_uuid, uuid }),
    ]),
  );
  const statuses = websites.map((website, index) => {
    const [monitor, maintenance] = found.slice(2 * index, 2 * index + 2);
    return readStatus(website, { monitor, maintenance } as Kept, now);
  });
  return await Promise.all(statuses);
}

async function readStatus(
  website: WebsiteRecord,
  { monitor, maintenance }: Kept,
  now: number,
): Promise<WebsiteStatus> {
  const today = dayOf(now / 1000);
  const from = daysLater(today, 1 - STATUS_DAYS);
  const [checked_at, history, downtimes] = await Promise.all([
    monitor && findLastProbedAt(monitor, now),
    readHistory(website, { from, to: today }),
    findDowntimes(website, { from, until: daysLater(today, 1) }, MOST_DOWNTIMES),
  ]);
  const figures = await Promise.all(
    Array.from({ length: STATUS_DAYS }, async (_, index) => {
      const date = daysLater(from, index);
      const days = history.filter(({ day }) => day === date);
      const known = { monitor, days, downtimes };
      const { observed, down } = await figuresWithin(secondsOfDay(date), known, now);
      return { date, observed_seconds: observed, down_seconds: down };
    }),
  );
  const state = stateOf(website);
  return {
    hostname: hostShown(website.hostname),
    state,
    down_since: (state === "down" && website.down_since) || null,
    down_cause: state === "down" ? presentCause(website.down_cause).cause : null,
    checked_at: checked_at === undefined ? null : timestamp(new Date(checked_at * 1000)),
    uptime_percentage: percentageOfDays(figures),
    down_seconds: figures.reduce((sum, { down_seconds }) => sum + down_seconds, 0),
    days: figures.map((day) => ({ date: day.date, uptime_percentage: percentageOfDays([day]) })),
    downtimes: downtimes.toReversed().map(presentDowntime),
    maintenance: presentWindows(maintenance, now),
  };
}

function stateOf({ paused_since, awaits_probe, is_hostname_up }: WebsiteRecord): State {
  if (paused_since !== undefined) return "paused";
  if (!is_hostname_up) return "down";
  return awaits_probe ? "unchecked" : "up";
}

const histories = new Memory<UptimeDayRecord[]>(HISTORY_SECONDS, REMEMBERED_HISTORIES);

async function readHistory(
  { reseller_uuid, uuid }: WebsiteRecord,
  { from, to }: { from: string; to: string },
): Promise<UptimeDayRecord[]> {
  return await histories.get(`${uuid} ${to}`, () =>
    findDays({ reseller_uuid, uuid }, { from, to }),
  );
}

function presentDowntime({ began_at, ended_at, duration_seconds, cause }: DowntimeRecord) {
  return {
    began_at,
    ended_at: ended_at ?? null,
    duration_seconds: duration_seconds ?? null,
    cause: presentCause(cause).cause,
  };
}

function presentWindows(
  maintenance: MaintenanceRecord | undefined,
  now: number,
): WebsiteStatus["maintenance"] {
  const ahead = maintenance?.windows.filter(({ ends_at }) => ends_at > timestamp(new Date(now)));
  return (ahead ?? [])
    .slice(0, MOST_WINDOWS)
    .map(({ starts_at, ends_at, reason = null }) => ({ starts_at, ends_at, reason }));
}
