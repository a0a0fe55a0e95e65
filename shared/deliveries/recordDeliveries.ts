import { Delivery, type DeliveryAttempt, type DeliveryRecord } from "../entities/delivery.ts";
import { DeliveryRetry } from "../entities/deliveryRetry.ts";
import type { OwnedKey } from "../lists/listedKind.ts";
import { retryOnConflict, transact, write } from "../table/transact.ts";
import { timestamp } from "../time.ts";
import { bitsOfNew, changeBits, epochAfter } from "./deliveryPlaces.ts";
import type { DeliveryStep } from "./deliveryStep.ts";
import { newDeliveryUuid } from "./deliveryUuid.ts";
import { KEPT_DAYS } from "./keptLog.ts";
import { takeSequences } from "./takeSequences.ts";

/**
 * Each may need a retry, and the bits of a list in two segments: a transaction has 100 writes at most.
 */
export const DELIVERIES_A_TRANSACTION = 25;

/** A delivery that is not logged yet: its first attempt, where one was made, and what comes next. */
export interface NewDelivery extends DeliveryStep {
  event_id: string;
  event_type: string;
  body: string;
  attempt?: DeliveryAttempt | undefined;
}

/**
 * Logs new deliveries of a webhook, 25 at most: all of them, or none. Those that are pending get a
 * retry at their next attempt's time; that a lane is due by then is the caller's part.
 */
export async function recordDeliveries(
  { reseller_uuid, uuid }: OwnedKey,
  given: NewDelivery[],
  now: Date,
) {
  const webhook = { reseller_uuid, webhook_uuid: uuid };
  const first = await takeSequences(webhook, given.length, now);
  const created_at = timestamp(now);
  const expires_epoch = epochAfter(now, KEPT_DAYS);
  const records = given.map(
    ({ attempt, ...delivery }, index): DeliveryRecord => ({
      ...webhook,
      ...delivery,
      sequence: first + index,
      uuid: newDeliveryUuid({ at: now, sequence: first + index }),
      attempts: attempt ? [attempt] : [],
      tries: attempt ? 1 : 0,
      created_at,
      updated_at: created_at,
      expires_epoch,
    }),
  );
  // A type that is in the batch changes its list's bits, and so does a status.
  await retryOnConflict(() =>
    transact(
      ...records.map((record) => write(Delivery, (entity) => entity.put(record).commit())),
      ...records.flatMap(({ sequence, next_attempt_at: due_at }) =>
        due_at === undefined
          ? []
          : write(DeliveryRetry, (retry) =>
              retry.put({ ...webhook, due_at, sequence, expires_epoch }).commit(),
            ),
      ),
      ...changeBits(records.flatMap(bitsOfNew), now),
    ),
  );
}
