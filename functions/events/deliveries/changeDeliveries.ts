import { Delivery, type DeliveryRecord } from "../../../shared/entities/delivery.ts";
import { DeliveryRetry } from "../../../shared/entities/deliveryRetry.ts";
import { transactIfTrue, type Write, write } from "../../../shared/table/transact.ts";
import { timestamp } from "../../../shared/time.ts";
import { bitsOfChange, changeBits } from "./deliveryPlaces.ts";

/** Each change takes three writes and the bits of two lists; a transaction has 100 writes at most. */
export const CHANGES_A_TRANSACTION = 20;

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
 * Changes deliveries, their retries and the lists that they are in. A delivery that has changed since it
 * was read stays as it is. The caller makes the lane due by the time of the retries.
 */
export async function changeDeliveries(changes: DeliveryChange[], now: Date) {
  for (let first = 0; first < changes.length; first += CHANGES_A_TRANSACTION) {
    const some = changes.slice(first, first + CHANGES_A_TRANSACTION);
    if (await transactIfTrue(...writesOf(some, now))) continue;
    // One of them has changed since it was read: single transactions change the others.
    if (some.length > 1) for (const one of some) await transactIfTrue(...writesOf([one], now));
  }
}

/** The writes that change one delivery, for a transaction that fails when it has changed since. */
export function changeOf(change: DeliveryChange, now: Date): Write[] {
  return writesOf([change], now);
}

function writesOf(changes: DeliveryChange[], now: Date): Write[] {
  const bits = changes.flatMap(({ delivery, to }) => bitsOfChange(delivery, to.status));
  return [...changes.flatMap((change) => recordWrites(change, now)), ...changeBits(bits, now)];
}

function recordWrites({ delivery, to }: DeliveryChange, now: Date): Write[] {
  const { reseller_uuid, webhook_uuid, sequence, expires_epoch } = delivery;
  const { next_attempt_at, ...attributes } = to;
  const place = { reseller_uuid, webhook_uuid, sequence };
  const [before, after] = [delivery.next_attempt_at, next_attempt_at];
  const changed = write(Delivery, (entity) =>
    entity
      .patch(place)
      .set({ ...attributes, ...(after && { next_attempt_at: after }), updated_at: timestamp(now) })
      .remove(after ? [] : ["next_attempt_at"])
      .where(({ status, tries, next_attempt_at }, { eq, notExists }) =>
        [
          eq(status, delivery.status),
          eq(tries, delivery.tries),
          before ? eq(next_attempt_at, before) : notExists(next_attempt_at),
        ].join(" AND "),
      )
      .commit(),
  );
  if (before === after) return [changed];
  return [
    changed,
    ...(before
      ? [write(DeliveryRetry, (retry) => retry.delete({ ...place, due_at: before }).commit())]
      : []),
    ...(after
      ? [
          write(DeliveryRetry, (retry) =>
            retry.put({ ...place, due_at: after, expires_epoch }).commit(),
          ),
        ]
      : []),
  ];
}
