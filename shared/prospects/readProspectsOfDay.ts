import { ProspectDay } from "../entities/prospect.ts";
import { timestamp } from "../platform/time.ts";

/** How many prospects a reseller made on the day of `now`, in milliseconds. */
export async function readProspectsOfDay(reseller_uuid: string, now: number): Promise<number> {
  const day = timestamp(new Date(now)).slice(0, 10);
  const { data } = await ProspectDay.get({ reseller_uuid, day }).go({ consistent: true });
  return data?.created ?? 0;
}
