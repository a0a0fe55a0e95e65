import type { UsageMonthRecord } from "../../shared/entities/usage.ts";
import { queryIndex } from "../../shared/table/queryIndex.ts";
import { boundsOf, monthsBetween } from "./months.ts";

/** What a reseller used in a month. */
export interface Usage {
  month: string;
  /** Websites by plan, as an average of the time of the month that is over. */
  websites: { plan_uuid: string; average: number }[];
  deliveries: number;
  mails: number;
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
  const usage: Usage = { month, websites: [], deliveries: 0, mails: 0 };
  for (const [name, all] of byName) {
    const [kind, uuid = ""] = name.split("#");
    if (kind === "mails") usage.mails += grown(month, all);
    if (kind === "deliveries") usage.deliveries += grown(month, all);
    const average = kind === "plan" ? averageOf(month, all, now) : 0;
    if (average > 0) usage.websites.push({ plan_uuid: uuid, average });
  }
  return usage;
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

/** The websites at the beginning of the month, and those that came or went by the share of the month that they counted. */
function averageOf(month: string, records: UsageMonthRecord[], now: number): number {
  const { begins, ends } = boundsOf(month);
  const until = Math.min(ends, now);
  if (until <= begins) return 0;
  const earlier = records.filter((record) => record.month < month);
  const atBeginning = earlier.reduce((sum, { net = 0 }) => sum + net, 0);
  const { net = 0, seconds = 0 } = records.find((record) => record.month === month) ?? {};
  const counted = seconds - net * ((ends - until) / 1000);
  const average = atBeginning + counted / ((until - begins) / 1000);
  return Math.max(0, Math.round(average * 100) / 100);
}
