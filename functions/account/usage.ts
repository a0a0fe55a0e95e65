import type { UsageMonthRecord } from "../../shared/entities/usage.ts";
import { queryIndex } from "../../shared/table/queryIndex.ts";
import { boundsOf, monthsBetween } from "./months.ts";

/** What a reseller used in a month. */
export interface Usage {
  month: string;
  /** Websites by plan, as an average of the time of the month that is over. */
  websites: { plan_uuid: string; average: number }[];
  /** How many checks and audits the plans provided for. */
  checks: number;
  audits: number;
  deliveries: number;
  mails: number;
  api_calls: number;
  /** As they were last counted, in this month or an earlier one; null before the first time. */
  stored_bytes: number | null;
  corrections: Correction[];
}

/** A change of a figure that was counted wrongly before; the figure includes it. */
interface Correction {
  corrected_at: string;
  figure: "websites" | "stored_bytes";
  plan_uuid: string | null;
  change: number;
  by: string;
}

/** What a reseller used in these months, as of `now`: a few items for each month, however many websites it has. */
export async function readUsage(
  reseller_uuid: string,
  { from, to, now }: { from: string; to: string; now: number },
): Promise<Usage[]> {
  const records: UsageMonthRecord[] = [];
  // What began in an earlier month goes on. Sort keys begin with the month.
  const stretch = { partition: `usage#${reseller_uuid}`, between: ["0", `${to}~`] as const };
  for await (const { Items = [] } of queryIndex(stretch))
    records.push(...(Items as UsageMonthRecord[]));
  return monthsBetween(from, to).map((month) => usageOf(month, records, now));
}

function usageOf(month: string, records: UsageMonthRecord[], now: number): Usage {
  const byName = Map.groupBy(
    records.filter((record) => record.month <= month),
    ({ name }) => name,
  );
  const sum = { checks: 0, audits: 0, deliveries: 0, mails: 0, calls: 0 };
  const seconds = new Map<string, number>();
  for (const [name, all] of byName) {
    const [kind = "", uuid = "", ...minutes] = name.split("#");
    if (kind === "mails" || kind === "deliveries" || kind === "calls")
      sum[kind] += grown(month, all);
    if (kind !== "plan") continue;
    const counted = websiteSeconds(month, all, now);
    const [checks, audits] = minutes.map(Number);
    sum.checks += checks ? counted / (60 * checks) : 0;
    sum.audits += audits ? counted / (60 * audits) : 0;
    seconds.set(uuid, (seconds.get(uuid) ?? 0) + counted);
  }
  const { calls: api_calls, ...sums } = sum;
  return {
    month,
    websites: [...seconds].flatMap(([plan_uuid, counted]) => {
      const average = Math.round((100 * counted) / secondsUntil(month, now)) / 100;
      return average > 0 ? { plan_uuid, average } : [];
    }),
    ...sums,
    checks: Math.round(sum.checks),
    audits: Math.round(sum.audits),
    api_calls,
    stored_bytes: byName.get("bytes")?.at(-1)?.until ?? null,
    corrections: records.filter((record) => record.month === month).flatMap(correctionsOf),
  };
}

function correctionsOf({ name, corrections = [] }: UsageMonthRecord): Correction[] {
  const [kind, plan_uuid = null] = name.split("#");
  const figure = kind === "plan" ? "websites" : "stored_bytes";
  return corrections.map(({ at: corrected_at, change, by }) => {
    return { corrected_at, figure, plan_uuid, change, by };
  });
}

/**
 * By how much a total grew in a month: since the month before it, or for the first one since what there was
 * before usage was kept. Records are in the order of months.
 */
function grown(month: string, records: UsageMonthRecord[]): number {
  const last = records.at(-1);
  if (last?.month !== month) return 0;
  const { before = 0, until = 0 } = last;
  const former = records.at(-2)?.until ?? before;
  // A webhook that came back from a restored table may have a new counter.
  return until - (former > until ? before : former);
}

/** How long the websites of a name were there in the part of a month that is over, summed up. */
function websiteSeconds(month: string, records: UsageMonthRecord[], now: number): number {
  const { ends } = boundsOf(month);
  const earlier = records.filter((record) => record.month < month);
  const atBeginning = earlier.reduce((sum, { net = 0 }) => sum + net, 0);
  const { net = 0, seconds = 0 } = records.find((record) => record.month === month) ?? {};
  const left = net * ((ends - Math.min(ends, now)) / 1000);
  return Math.max(0, atBeginning * secondsUntil(month, now) + seconds - left);
}

/** The seconds of a month that are over. */
function secondsUntil(month: string, now: number): number {
  const { begins, ends } = boundsOf(month);
  return Math.max(0, (Math.min(ends, now) - begins) / 1000);
}
