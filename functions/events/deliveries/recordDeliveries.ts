import {
  Delivery,
  type DeliveryAttempt,
  type DeliveryRecord,
} from "../../../shared/entities/delivery.ts";
import {
  DeliveryCounter,
  type DeliveryCounterRecord,
} from "../../../shared/entities/deliveryCounter.ts";
import { DeliveryRetry } from "../../../shared/entities/deliveryRetry.ts";
import type { OwnedKey } from "../../../shared/table/entity.ts";

import {
  takeSequences,
  transactUnconditionally,
  WRITES_A_TRANSACTION,
  writeIfTrue,
} from "../../../shared/table/transact.ts";

import { putsLike } from "../../../shared/table/wire.ts";
import { timestamp } from "../../../shared/time.ts";
import type { DeliveryStep } from "../decideRetry.ts";
import {
  epochAfter,
  indexKeysOf,
  KEPT_DAYS,
  newDeliveryUuid,
  placeOf,
  type WebhookKey,
} from "./deliveryPlaces.ts";
import { retriesOf, sharedRetries } from "./sharedRetries.ts";

/** Days that the counter remembers: more than a log is kept for. */
const REMEMBERED_DAYS = 32;

/** A delivery to log: its first attempt, if one was made, and its next step. */
export interface NewDelivery extends DeliveryStep {
  event_id: string;
  event_type: string;
  body: string;
  attempt?: DeliveryAttempt | undefined;
}

/**
 * Logs new deliveries of a webhook in as few transactions as possible. Pending deliveries get a retry at
 * the time of their next attempt; the caller makes the lane due by then. When it throws, the first
 * transactions may have been written.
 */
export async function recordDeliveries(
  { reseller_uuid, uuid }: OwnedKey,
  given: NewDelivery[],
  now: Date,
) {
  const webhook = { reseller_uuid, webhook_uuid: uuid };
  const first = await takeLogSequences(webhook, given.length, now);
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
  for (const some of inTransactions(records)) {
    const retries = retriesOf(some);
    const shared = sharedRetries(retries);
    const linked = some.map((record) => ({
      ...linkedBy(shared, record),
      ...indexKeysOf(record),
    }));
    await transactUnconditionally([
      ...putsLike(Delivery, linked, placeOf).map((Put) => ({ Put })),
      ...putsLike(DeliveryRetry, retries, (retry) => `${retry.due_at}#${placeOf(retry)}`).map(
        (Put) => ({ Put }),
      ),
    ]);
  }
}

function linkedBy(shared: Map<number, number>, record: DeliveryRecord): DeliveryRecord {
  const shared_retry = shared.get(record.sequence);
  return shared_retry === undefined ? record : { ...record, shared_retry };
}

/** Divides records into parts that fit into a transaction: deliveries and retries. */
function inTransactions(records: DeliveryRecord[]): DeliveryRecord[][] {
  const parts: DeliveryRecord[][] = [];
  let part: DeliveryRecord[] = [];
  for (const record of records) {
    const writes = 1 + retriesOf([...part, record]).length + part.length;
    if (part.length === 0 || writes > WRITES_A_TRANSACTION) {
      part = [];
      parts.push(part);
    }
    part.push(record);
  }
  return parts;
}

/**
 * Takes `count` sequence numbers of a webhook's log and returns the first. The first number of each
 * day is remembered, so that the log of the last days can be found.
 */
export async function takeLogSequences(
  webhook: WebhookKey,
  count: number,
  now: Date,
): Promise<number> {
  const counter = { entity: DeliveryCounter, key: webhook, creates: true } as const;
  const taken = await takeSequences(counter, ["next_sequence"], count);
  if (!taken) throw new Error("A counter that is created with its first number was not found");
  const first = taken.first.next_sequence;
  const days = taken.record["days"] as DeliveryCounterRecord["days"];
  const today = now.toISOString().slice(0, 10);
  const known = days?.[today];
  if (known === undefined || first < known) {
    await rememberDay(webhook, { ...days, [today]: first }, { today, first });
  }
  return first;
}

/** When two workers begin a day at once, the lower number is the day's first. */
async function rememberDay(
  webhook: WebhookKey,
  days: Record<string, number>,
  { today, first }: { today: string; first: number },
) {
  const kept = Object.entries(days).toSorted(([one], [other]) => (one < other ? -1 : 1));
  await writeIfTrue(() =>
    DeliveryCounter.patch(webhook)
      .set({ days: Object.fromEntries(kept.slice(-REMEMBERED_DAYS)) })
      .where(
        ({ days }, { notExists, gt }) =>
          `(${notExists(days[today] ?? 0)} OR ${gt(days[today] ?? 0, first)})`,
      )
      .go(),
  );
}
