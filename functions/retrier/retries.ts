import { Delivery, type DeliveryRecord } from "../../shared/entities/delivery.ts";
import { DeliveryRetry, type DeliveryRetryRecord } from "../../shared/entities/deliveryRetry.ts";
import type { OwnedKey } from "../../shared/lists/listedKind.ts";
import { batchDelete, batchGet, lookup } from "../../shared/table/batch.ts";
import { timestamp } from "../../shared/time.ts";

/** When the soonest retry of a webhook is due; undefined where there is none. */
export async function findSoonest(webhook: OwnedKey): Promise<string | undefined> {
  const [soonest] = await queryRetries(webhook, 1);
  return soonest?.due_at;
}

/** The deliveries of a webhook whose attempts are due by a time, soonest first. */
export async function findDue(
  webhook: OwnedKey,
  { until, limit }: { until: string; limit: number },
): Promise<DeliveryRecord[]> {
  while (true) {
    const retries = (await queryRetries(webhook, limit)).filter(({ due_at }) => due_at <= until);
    const found = await batchGet(
      ...retries.map(({ reseller_uuid, webhook_uuid, sequence }) =>
        lookup<DeliveryRecord>(Delivery, { reseller_uuid, webhook_uuid, sequence }),
      ),
    );
    // What a log does not keep any longer is not sent either.
    const orphans = retries.filter(
      ({ expires_epoch }, index) =>
        found[index] === undefined || timestamp(new Date(expires_epoch * 1000)) <= until,
    );
    await batchDelete(DeliveryRetry, orphans);
    // One that was changed since its retry was read has another retry.
    const due = found.flatMap((delivery, index) => {
      const { [index]: retry } = retries;
      const isDue = retry && !orphans.includes(retry) && delivery?.next_attempt_at === retry.due_at;
      return isDue && delivery ? delivery : [];
    });
    if (due.length > 0 || orphans.length === 0) return due;
  }
}

async function queryRetries(
  { reseller_uuid, uuid }: OwnedKey,
  limit: number,
): Promise<DeliveryRetryRecord[]> {
  const { data } = await DeliveryRetry.query
    .bySoonest({ reseller_uuid, webhook_uuid: uuid })
    .go({ consistent: true, limit });
  return data;
}
