import { Delivery, type DeliveryRecord } from "../../../shared/entities/delivery.ts";
import { DeliveryRetry } from "../../../shared/entities/deliveryRetry.ts";
import { transactIfTrue, type Write, write } from "../../../shared/table/transact.ts";
import { timestamp } from "../../../shared/time.ts";
import { CHANGES_A_TRANSACTION, retriesOf, sharedRetries } from "./sharedRetries.ts";

/** A delivery as it was read, and its new state. */
interface DeliveryChange {
  delivery: DeliveryRecord;
  to: Pick<DeliveryRecord, "status" | "tries"> & {
    attempts?: DeliveryRecord["attempts"];
    /** When the retry of a pending delivery is due. */
    next_attempt_at?: string | undefined;
  };
}

/**
 * Changes deliveries and their retries; returns whether all were changed. A delivery that has changed since it was read stays as it is. The caller makes the lane due by the time of
 * the retries.
 */
export async function changeDeliveries(changes: DeliveryChange[], now: Date): Promise<boolean> {
  let areAll = true;
  for (let first = 0; first < changes.length; first += CHANGES_A_TRANSACTION) {
    const some = changes.slice(first, first + CHANGES_A_TRANSACTION);
    if (await transactIfTrue(...writesOf(some, now))) continue;
    areAll = false;
    // One of them has changed since it was read: single transactions change the others.
    if (some.length > 1) for (const one of some) await transactIfTrue(...writesOf([one], now));
  }
  return areAll;
}

/** The writes that change one delivery, for a transaction that fails when it has changed since. */
export function changeOf(change: DeliveryChange, now: Date): Write[] {
  return writesOf([change], now);
}

function writesOf(changes: DeliveryChange[], now: Date): Write[] {
  const moved = changes.flatMap(({ delivery, to: { next_attempt_at } }) =>
    delivery.next_attempt_at === next_attempt_at ? [] : { ...delivery, next_attempt_at },
  );
  const retries = retriesOf(moved);
  const shared = sharedRetries(retries);
  return [
    ...changes.flatMap((change) => recordWrites(change, shared, now)),
    // Not `put`: a retry of the same second that its first delivery has left still belongs to others.
    ...retries.map((retry) => write(DeliveryRetry, (entity) => entity.create(retry).commit())),
  ];
}

function recordWrites(
  { delivery, to }: DeliveryChange,
  shared: Map<number, number>,
  now: Date,
): Write[] {
  const { reseller_uuid, webhook_uuid, sequence } = delivery;
  const { next_attempt_at, ...attributes } = to;
  const place = { reseller_uuid, webhook_uuid, sequence };
  const [before, after] = [delivery.next_attempt_at, next_attempt_at];
  const isMoved = before !== after;
  const shared_retry = isMoved ? shared.get(sequence) : delivery.shared_retry;
  const changed = write(Delivery, (entity) =>
    entity
      .patch(place)
      .set({
        ...attributes,
        ...(after && { next_attempt_at: after }),
        ...(shared_retry !== undefined && { shared_retry }),
        updated_at: timestamp(now),
      })
      .remove([
        ...(after ? [] : (["next_attempt_at"] as const)),
        ...(shared_retry === undefined ? (["shared_retry"] as const) : []),
      ])
      .composite({ event_type: delivery.event_type })
      .where(({ status, tries, next_attempt_at }, { eq, notExists }) =>
        [
          eq(status, delivery.status),
          eq(tries, delivery.tries),
          before ? eq(next_attempt_at, before) : notExists(next_attempt_at),
        ].join(" AND "),
      )
      .commit(),
  );
  const hasOwn = before !== undefined && delivery.shared_retry === undefined;
  if (!isMoved || !hasOwn) return [changed];
  return [
    changed,
    write(DeliveryRetry, (retry) => retry.delete({ ...place, due_at: before }).commit()),
  ];
}
