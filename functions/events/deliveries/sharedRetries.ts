import type { DeliveryRecord } from "../../../shared/entities/delivery.ts";
import type { DeliveryRetryRecord } from "../../../shared/entities/deliveryRetry.ts";

/** Each change takes three writes at most, and the bits of two lists; a transaction has 100 writes at most. */
export const CHANGES_A_TRANSACTION = 20;

type Waiting = Pick<
  DeliveryRecord,
  "reseller_uuid" | "webhook_uuid" | "sequence" | "next_attempt_at" | "expires_epoch"
>;

/**
 * The retries of a webhook's deliveries that have a next attempt. Deliveries with the same due time, such as
 * those of a waiting lane, share a retry, which saves two of the three writes of each.
 */
export function retriesOf(deliveries: Waiting[]): DeliveryRetryRecord[] {
  const timed = deliveries.filter(({ next_attempt_at }) => next_attempt_at !== undefined);
  return [...Map.groupBy(timed, ({ next_attempt_at = "" }) => next_attempt_at)].flatMap(
    ([due_at, together]) => inParts(together).map((part) => retryOf(part, due_at)),
  );
}

/** The deliveries of a retry. */
export function coveredBy({ sequence, others = [] }: DeliveryRetryRecord): number[] {
  return [sequence, ...others];
}

/** The first delivery of the retry that each of these shares with others, by its sequence number. */
export function sharedRetries(retries: DeliveryRetryRecord[]): Map<number, number> {
  return new Map(
    retries.flatMap((retry) =>
      retry.others ? coveredBy(retry).map((sequence) => [sequence, retry.sequence] as const) : [],
    ),
  );
}

function retryOf(deliveries: Waiting[], due_at: string): DeliveryRetryRecord {
  const [first, ...others] = deliveries as [Waiting, ...Waiting[]];
  const { reseller_uuid, webhook_uuid, sequence } = first;
  const expires_epoch = Math.max(...deliveries.map(({ expires_epoch }) => expires_epoch));
  return {
    ...{ reseller_uuid, webhook_uuid, due_at, sequence, expires_epoch },
    ...(others.length > 0 && { others: others.map(({ sequence }) => sequence) }),
  };
}

/** So many at most that a worker can change them together. */
function inParts(deliveries: Waiting[]): Waiting[][] {
  const parts: Waiting[][] = [];
  for (let first = 0; first < deliveries.length; first += CHANGES_A_TRANSACTION) {
    parts.push(deliveries.slice(first, first + CHANGES_A_TRANSACTION));
  }
  return parts;
}
