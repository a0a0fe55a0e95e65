import * as z from "zod/mini";
import { optional } from "../../../shared/fields/described.ts";
import { assertRange, dayParameter } from "../../../shared/fields/validationErrors.ts";
import { endpoint } from "../../../shared/http/endpoint.ts";
import { fetchedOf } from "../../../shared/http/envelopes.ts";
import { fetched } from "../../../shared/http/responses.ts";
import { getListed } from "../../../shared/lists/changeListed.ts";
import { websites } from "../../../shared/lists/websites.ts";
import { dayOf, daysLater, HISTORY_DAYS } from "../../../shared/platform/time.ts";
import { uptimeSchema } from "../../../shared/resources/monitoringSchemas.ts";
import { dailyFigures } from "../../../shared/uptime/dailyFigures.ts";
import { findDowntimes, presentDowntime } from "../../../shared/uptime/downtimes.ts";
import { percentageOfDays } from "../../../shared/uptime/figures.ts";
import { findLastProbe } from "../../../shared/uptime/lastProbes.ts";
import { findMonitor } from "../../../shared/uptime/roster.ts";
import { presentOutcome } from "../../../shared/vocabulary/reasons.ts";

const USUAL_DAYS = 30;

/** The uptime percentage, downtimes and daily figures of a range of days in UTC, both ends included. */
export const fetchUptime = endpoint({
  route: "GET /v1/websites/{website_uuid}/uptime",
  id: "fetchUptime",
  summary: "Fetch the uptime of a website",
  details:
    "The uptime of the last 30 days, or of the days from `from` to `to`, in UTC: the percentage, the downtimes that lie within them or reach into them, oldest first, and figures by day, without days on which the website was not probed. Kept for 400 days.",
  response: () => fetchedOf(uptimeSchema),
  query: z.object({
    from: optional(
      dayParameter("From"),
      "The first day, in UTC; without it, 29 days before the last one.",
      "2026-11-01",
    ),
    to: optional(dayParameter("To"), "The last day, in UTC; without it, today.", "2026-11-22"),
  }),
  async answer({ reseller_uuid, uuid, query }) {
    const website = { reseller_uuid, uuid };
    const now = Date.now();
    const to = query.to ?? dayOf(now / 1000);
    const from = query.from ?? daysLater(to, 1 - USUAL_DAYS);
    assertRange(from, to, HISTORY_DAYS);
    await getListed(websites, website);
    const monitor = findMonitor(website);
    const [days, downtimes, last] = await Promise.all([
      dailyFigures(website, { from, to, monitor }, now),
      findDowntimes(website, { from, until: daysLater(to, 1) }),
      monitor.then((record) => findLastProbe(record, now)),
    ]);
    return fetched({
      from,
      to,
      ...presentStatus(last?.outcome),
      uptime_percentage: percentageOfDays(days),
      looks: days.reduce((sum, { looks }) => sum + looks, 0),
      failed_attempts: days.reduce((sum, { failed_attempts }) => sum + failed_attempts, 0),
      downtimes: downtimes.map(presentDowntime),
      days: days.map((day) => ({ ...day, uptime_percentage: percentageOfDays([day]) })),
    });
  },
});

function presentStatus(outcome: string | undefined) {
  if (outcome === undefined) return { last_status: null, last_status_technical: null };
  const { reason, technical = null } = presentOutcome(outcome);
  return { last_status: reason, last_status_technical: technical };
}
