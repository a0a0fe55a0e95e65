import type * as z from "zod/mini";
import { UsageDay, type UsageDayRecord } from "../entities/usageDay.ts";
import { DAY_MS, dayOf } from "../platform/time.ts";
import { boundsOf, monthOf } from "./months.ts";
import type { usageSchema } from "./usageSchemas.ts";

/** What a reseller used in a month. */
export type Usage = z.output<typeof usageSchema>;

/** What a reseller used in a month, as of `now`: an item for each day, however many websites it has. */
export async function readUsage(reseller_uuid: string, month: string, now: number): Promise<Usage> {
  const { data: days } = await UsageDay.query
    .ofReseller({ reseller_uuid })
    .between({ day: `${month}-01` }, { day: `${month}-31` })
    .go({ pages: "all" });
  const sumOf = (figure: "checks" | "audits" | "deliveries" | "sent" | "reports" | "api_calls") =>
    days.reduce((sum, { [figure]: count = 0 }) => sum + count, 0);
  const counts = days.flatMap(({ websites = {} }) => Object.entries(websites));
  const plans = [...new Set(counts.map(([plan_uuid]) => plan_uuid))].toSorted();
  const nights = nightsOf(month, days, now);
  return {
    month,
    websites: plans.map((plan_uuid) => {
      const sum = counts.reduce((sum, [uuid, count]) => sum + (uuid === plan_uuid ? count : 0), 0);
      return { plan_uuid, average: Math.round((100 * sum) / nights) / 100 };
    }),
    checks: sumOf("checks"),
    audits: sumOf("audits"),
    deliveries: sumOf("deliveries"),
    mails: sumOf("sent") + sumOf("reports"),
    api_calls: sumOf("api_calls"),
  };
}

/** How many days of a month have begun; today only once its websites are counted. */
function nightsOf(month: string, days: UsageDayRecord[], now: number): number {
  const { begins, ends } = boundsOf(month);
  const begun = Math.ceil((Math.min(ends, now + 1) - begins) / DAY_MS);
  const today = dayOf(now / 1000);
  const isCounted = days.some(({ day, websites }) => day === today && websites !== undefined);
  return monthOf(new Date(now)) === month && !isCounted ? begun - 1 : begun;
}

/** How many prospects a reseller made on the day of `now`, in milliseconds. */
export async function readProspectsOfDay(reseller_uuid: string, now: number): Promise<number> {
  const key = { reseller_uuid, day: dayOf(now / 1000) };
  const { data } = await UsageDay.get(key).go({ consistent: true });
  return data?.prospects ?? 0;
}
