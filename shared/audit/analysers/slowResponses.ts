import { dayOf, daysLater } from "../../platform/time.ts";
import type { Analyser, AuditInput, Examined } from "./analyser.ts";
import { ofWebsite } from "./faults.ts";

/** The days before the last full one that define what is usual, and the fewest that suffice. */
export const USUAL_DAYS = 14;
const LEAST_DAYS = 3;
/** The fewest responses of a day that counts. */
const LEAST_RESPONSES = 50;
const SLOW_MS = 2000;
const TIMES_THE_USUAL = 3;

/**
 * Whether the uptime check waited long for responses on the last full day in UTC: more than 2 seconds at the median,
 * or three times the usual, which is the median of the medians of the days before. Undefined on fewer than 50
 * responses.
 */
function judgeResponses(
  days: AuditInput["uptimeDays"],
  { hostname, now }: { hostname: string; now: Date },
): Examined | undefined {
  const last = daysLater(dayOf(now.getTime() / 1000), -1);
  const counted = days.flatMap(({ date, looks, failures, response_ms }) =>
    response_ms && looks - failures >= LEAST_RESPONSES ? { date, ms: response_ms.median } : [],
  );
  const ms = counted.find(({ date }) => date === last)?.ms;
  if (ms === undefined) return undefined;
  const before = counted.filter(({ date }) => date < last && date >= daysLater(last, -USUAL_DAYS));
  const usual = before.length < LEAST_DAYS ? undefined : medianOf(before.map((day) => day.ms));
  const isSlow = ms > SLOW_MS || (usual !== undefined && ms >= TIMES_THE_USUAL * usual);
  const detail = { day: last, median_ms: ms, usual_ms: usual, seconds: Math.round(ms / 100) / 10 };
  return { faults: isSlow ? [ofWebsite("slow_responses", hostname, detail)] : [] };
}

function medianOf(numbers: number[]): number | undefined {
  return numbers.toSorted((a, b) => a - b)[Math.floor((numbers.length - 1) / 2)];
}

export const slowResponses: Analyser = {
  feature: "downtime",
  explanation:
    "Compares the response times of the last full day in UTC with those of the days before.",
  reads: "nothing",
  begin: () => ({
    examine: ({ crawl, uptimeDays, now }) =>
      judgeResponses(uptimeDays, { hostname: new URL(crawl.startUrl).hostname, now }),
  }),
};
