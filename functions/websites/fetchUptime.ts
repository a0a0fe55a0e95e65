import * as z from "zod/mini";
import { Downtime, type DowntimeRecord } from "../../shared/entities/downtime.ts";
import type { WindowRecord } from "../../shared/entities/maintenance.ts";
import { ValidationFailed } from "../../shared/errors.ts";
import { described } from "../../shared/fields/described.ts";
import { endpoint } from "../../shared/http/endpoint.ts";
import { fetched } from "../../shared/http/responses.ts";
import { rule } from "../../shared/http/validation.ts";
import { presentCause, probeOutcomes, reasonIn } from "../../shared/reasons.ts";
import { HISTORY_DAYS, timestamp } from "../../shared/time.ts";
import { type DayFigures, dailyFigures, findUptimeCheck } from "../monitoring/dailyFigures.ts";
import { findLastStatus } from "../monitoring/lastProbes.ts";
import { periodOf } from "../monitoring/maintenance.ts";
import { dayOf, daysLater, secondsOfDay } from "../monitoring/tallies.ts";
import { secondsWithin } from "../monitoring/uptimeMemory.ts";
import { percentageOfDays } from "../monitoring/uptimePercentage.ts";
import { getWindows } from "./maintenanceWindow.ts";

const USUAL_DAYS = 30;

/** This century only, so that the days before and after also have four-digit years. */
const DAY = /^20\d\d-\d\d-\d\d$/;

const isDay = (value: string) => DAY.test(value) && z.regexes.date.test(value);

const day = (label: string) =>
  z.string().check(
    rule("format", `${label} must be a day such as 2026-01-31`, isDay, {
      keywords: { pattern: DAY.source },
    }),
  );

/** The uptime percentage, downtimes and daily figures of a range of days in UTC, both ends included. */
export const fetchUptime = endpoint({
  record: "websites",
  query: z.object({
    from: described(
      z.optional(day("From")),
      "The first day, in UTC; without it, 29 days before the last one.",
      "2026-11-01",
    ),
    to: described(z.optional(day("To")), "The last day, in UTC; without it, today.", "2026-11-22"),
  }),
  async answer({ reseller_uuid, uuid, query }) {
    const website = { reseller_uuid, uuid };
    const now = Date.now();
    const to = query.to ?? dayOf(now / 1000);
    const from = query.from ?? daysLater(to, 1 - USUAL_DAYS);
    assertRange(from, to);
    const { windows } = await getWindows(website);
    const check = findUptimeCheck(website);
    const [days, downtimes, last_status, unstable] = await Promise.all([
      dailyFigures(website, { from, to, check }, now),
      findDowntimes(website, { from, to }),
      check.then((found) => findLastStatus(found, now)),
      check.then((found) => found?.memory.unstable_since),
    ]);
    return fetched({
      from,
      to,
      ...presentStatus(last_status),
      unstable_since: unstable === undefined ? null : timestamp(new Date(unstable * 1000)),
      uptime_percentage: percentageOfDays(days),
      downtimes: downtimes.map(presentDowntime),
      days: days.map((figures) => presentDay(figures, { windows, now })),
    });
  },
});

function assertRange(from: string, to: string) {
  if (from > to) throw new ValidationFailed({ from: { max: "From must not be after to" } });
  if (from < daysLater(to, 1 - HISTORY_DAYS)) {
    throw new ValidationFailed({ from: { min: `From must be within ${HISTORY_DAYS} days of to` } });
  }
}

/**
 * The downtimes that overlap these days, oldest first. At most one of them began earlier: a website
 * has one downtime at a time.
 */
async function findDowntimes(
  website: { reseller_uuid: string; uuid: string },
  { from, to }: { from: string; to: string },
): Promise<DowntimeRecord[]> {
  const [{ data: before }, { data: within }] = await Promise.all([
    Downtime.query
      .ofWebsite(website)
      .lt({ began_at: from })
      .go({ consistent: true, order: "desc", limit: 1 }),
    Downtime.query
      .ofWebsite(website)
      // Sorts after every time of the day: `T` comes before `U`.
      .between({ began_at: from }, { began_at: `${to}U` })
      .go({ consistent: true, pages: "all" }),
  ]);
  return [...before.filter(({ ended_at }) => !ended_at || ended_at > from), ...within];
}

function presentStatus(outcome: string | null) {
  if (outcome === null) return { last_status: null, last_status_technical: null };
  const { reason, technical = null } = reasonIn(probeOutcomes, outcome);
  return { last_status: reason, last_status_technical: technical };
}

function presentDowntime(downtime: DowntimeRecord) {
  return {
    began_at: downtime.began_at,
    ended_at: downtime.ended_at ?? null,
    ...presentCause(downtime.cause),
    duration_seconds: downtime.duration_seconds ?? null,
    unobserved_seconds: downtime.unobserved_seconds ?? 0,
  };
}

function presentDay(
  figures: DayFigures,
  { windows, now }: { windows: WindowRecord[]; now: number },
) {
  const periods = windows.map(periodOf);
  const day = secondsOfDay(figures.date);
  const { date, looks, failures, observed_seconds, down_seconds, response_ms } = figures;
  return {
    ...{ date, looks, failures, observed_seconds, down_seconds },
    maintenance_seconds: secondsWithin(
      { from: day.from, to: Math.min(day.to, Math.floor(now / 1000)) },
      periods,
    ),
    uptime_percentage: percentageOfDays([figures]),
    response_ms,
  };
}
