import { Delivery, type DeliveryRecord } from "../../../shared/entities/delivery.ts";
import { DeliveryRetry, type DeliveryRetryRecord } from "../../../shared/entities/deliveryRetry.ts";
import { batchDelete, batchGet, lookup } from "../../../shared/table/batch.ts";
import type { OwnedKey } from "../../../shared/table/entity.ts";
import { timestamp } from "../../../shared/time.ts";
import { coveredBy } from "../deliveries/sharedRetries.ts";

/** Deliveries that are due, and the shared retries that no other delivery needs. */
export interface Due {
  deliveries: DeliveryRecord[];
  finished: DeliveryRetryRecord[];
}

/** A retry with its existing deliveries, and the due ones among these. */
interface Covered {
  retry: DeliveryRetryRecord;
  deliveries: DeliveryRecord[];
  due: DeliveryRecord[];
}

/**
 * At most `limit` deliveries of a webhook whose attempts are due, in the order of their due times. Removes
 * retries that nothing needs any more.
 */
export async function findDue(
  webhook: OwnedKey,
  { until, limit }: { until: string; limit: number },
): Promise<Due> {
  while (true) {
    const retries = (await queryRetries(webhook, limit)).filter(({ due_at }) => due_at <= until);
    const found = await readCovered(fitting(retries, limit), until);
    const orphans = found.filter((covered) => isOrphan(covered, until));
    await batchDelete(
      DeliveryRetry,
      orphans.map(({ retry }) => retry),
    );
    const deliveries = found.flatMap(({ due }) => due).slice(0, limit);
    if (deliveries.length === 0 && orphans.length > 0) continue;
    const finished = found.filter(
      ({ retry, due }) =>
        retry.others && due.length > 0 && due.every((delivery) => deliveries.includes(delivery)),
    );
    return { deliveries, finished: finished.map(({ retry }) => retry) };
  }
}

/** When the next retry of a webhook is due; undefined without retries. */
export async function findSoonest(webhook: OwnedKey): Promise<string | undefined> {
  const [soonest] = await queryRetries(webhook, 1);
  return soonest?.due_at;
}

/** The first retries with at most `limit` deliveries; at least one retry. */
function fitting(retries: DeliveryRetryRecord[], limit: number): DeliveryRetryRecord[] {
  let count = 0;
  return retries.filter((retry, index) => {
    count += coveredBy(retry).length;
    return index === 0 || count <= limit;
  });
}

async function readCovered(retries: DeliveryRetryRecord[], until: string): Promise<Covered[]> {
  const [first] = retries;
  if (first === undefined) return [];
  const { reseller_uuid, webhook_uuid } = first;
  // A delivery may be in the shared retry that it has left, and in its own one.
  const sequences = [...new Set(retries.flatMap(coveredBy))];
  const found = await batchGet(
    ...sequences.map((sequence) =>
      lookup<DeliveryRecord>(Delivery, { reseller_uuid, webhook_uuid, sequence }),
    ),
  );
  const known = new Map(sequences.map((sequence, index) => [sequence, found[index]]));
  return retries.map((retry) => {
    const deliveries = coveredBy(retry).flatMap((sequence) => known.get(sequence) ?? []);
    const due = deliveries.filter((delivery) => isDue(delivery, retry, until));
    return { retry, deliveries, due };
  });
}

/** A delivery that has changed since its retry was read has another retry, or none. */
function isDue(delivery: DeliveryRecord, retry: DeliveryRetryRecord, until: string): boolean {
  const isShared = delivery.shared_retry === (retry.others && retry.sequence);
  return isShared && delivery.next_attempt_at === retry.due_at && !isExpired(delivery, until);
}

/** Deliveries that the log no longer keeps are not sent either. */
function isExpired({ expires_epoch }: DeliveryRecord, until: string): boolean {
  return timestamp(new Date(expires_epoch * 1000)) <= until;
}

/** The own retry of a delivery that has just changed is removed by that change. */
function isOrphan({ retry, deliveries, due }: Covered, until: string): boolean {
  if (retry.others) return due.length === 0;
  return deliveries.every((delivery) => isExpired(delivery, until));
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
