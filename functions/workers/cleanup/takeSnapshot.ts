import * as z from "zod/mini";
import { Plan } from "../../../shared/entities/plan.ts";
import { isClosed, Reseller } from "../../../shared/entities/reseller.ts";
import { Webhook } from "../../../shared/entities/webhook.ts";
import { readCallsOfDay } from "../../../shared/limits/rateLimiter.ts";
import { websitesOf } from "../../../shared/lists/listedKind.ts";
import { allBusinesses } from "../../../shared/lists/readAccount.ts";
import { countRecords } from "../../../shared/lists/stripes.ts";
import { queryIndex } from "../../../shared/platform/table/queryIndex.ts";
import { DAY_MS, daysLater } from "../../../shared/platform/time.ts";
import { firstUuidAt } from "../../../shared/platform/uuid.ts";
import { setUsage } from "../../../shared/usage/writeUsage.ts";

const WHOLE = { consistent: true, pages: "all" } as const;

/** A reseller's snapshot in a night, with the websites counted so far and the last business that was counted. */
export const snapshotMessage = z.object({
  reseller_uuid: z.uuid(),
  /** The day that begins: `2026-01-31`. */
  night: z.string(),
  websites: z._default(z.record(z.string(), z.int()), {}),
  after: z.optional(z.object({ plan_uuid: z.string(), business_uuid: z.string() })),
});

type Snapshot = z.output<typeof snapshotMessage>;

/**
 * Notes a reseller's websites by plan for the day that begins, and the deliveries and API calls of the day
 * that is over. Returns how far it is if the time is over, else undefined. Taking it again sets the same figures.
 *
 * Not counted: what a webhook got on the day on which it was deleted; API calls that were counted while the table
 * failed; all API calls of the day if the snapshot is more than a day late. A call at midnight may count on the
 * next day. A business whose plan changes during the snapshot may count in both plans or in none.
 */
export async function takeSnapshot(
  { reseller_uuid, night, after, ...counted }: Snapshot,
  hasTime: () => boolean,
): Promise<Snapshot | undefined> {
  const websites = { ...counted.websites };
  const { data: reseller } = await Reseller.get({ uuid: reseller_uuid }).go({ consistent: true });
  const pages = !reseller || isClosed(reseller) ? [] : businessesByPlan(reseller_uuid, after);
  for await (const { plan_uuid, businesses, last } of pages) {
    const counts = await Promise.all(businesses.map((uuid) => countWebsites(reseller_uuid, uuid)));
    const sum = counts.reduce((sum, count) => sum + count, websites[plan_uuid] ?? 0);
    if (sum > 0) websites[plan_uuid] = sum;
    if (!hasTime()) return { reseller_uuid, night, websites, after: last };
  }
  await setUsage({ reseller_uuid, day: night }, { websites });
  const day = daysLater(night, -1);
  const api_calls = await readCallsOfDay(reseller_uuid, day);
  await setUsage(
    { reseller_uuid, day },
    {
      deliveries: await countDeliveries(reseller_uuid, day),
      // A message that comes days later finds none, and must not replace what was noted.
      ...(api_calls > 0 && { api_calls }),
    },
  );
  return undefined;
}

/** The uuids of a reseller's businesses in pages of a plan, from an index that is up to a second old. */
async function* businessesByPlan(reseller_uuid: string, after: Snapshot["after"]) {
  const { data: plans } = await Plan.query.ofReseller({ reseller_uuid }).go(WHOLE);
  for (const { uuid: plan_uuid } of plans) {
    if (after && plan_uuid < after.plan_uuid) continue;
    const begin = after?.plan_uuid === plan_uuid ? after.business_uuid : undefined;
    for await (const businesses of allBusinesses({ reseller_uuid, plan_uuid }, begin)) {
      const business_uuid = businesses.at(-1);
      if (business_uuid) yield { plan_uuid, businesses, last: { plan_uuid, business_uuid } };
    }
  }
}

async function countWebsites(reseller_uuid: string, business_uuid: string): Promise<number> {
  return await countRecords(websitesOf({ reseller_uuid, business_uuid }));
}

/** The deliveries in the logs of a reseller's webhooks that began on a day. */
async function countDeliveries(reseller_uuid: string, day: string): Promise<number> {
  const begins = Date.parse(day);
  const [from, until] = [begins, begins + DAY_MS - 1].map(firstUuidAt);
  const between = [`delivery#${from}`, `delivery#${until}`] as const;
  const { data: webhooks } = await Webhook.query.ofReseller({ reseller_uuid }).go(WHOLE);
  let sum = 0;
  for (const { uuid } of webhooks) {
    const partition = `reseller#${reseller_uuid}#webhook#${uuid}#deliveries`;
    const pages = queryIndex({ partition, between }, { Select: "COUNT" });
    for await (const { Count = 0 } of pages) sum += Count;
  }
  return sum;
}
