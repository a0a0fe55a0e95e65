import type { EventType } from "../../functions/events/catalogue.ts";
import {
  KEPT_DAYS,
  newDeliveryUuid,
  type WebhookKey,
} from "../../functions/events/deliveries/deliveryPlaces.ts";
import { Delivery, type DeliveryRecord } from "../../shared/entities/delivery.ts";
import { DeliveryCounter } from "../../shared/entities/deliveryCounter.ts";
import { DeliveryRetry } from "../../shared/entities/deliveryRetry.ts";
import { transact, write } from "../../shared/table/transact.ts";
import { timestamp } from "../../shared/time.ts";

/** A delivery in a webhook's log, as the deliverer leaves it: delivered at once unless told. */
export async function makeDelivery(
  webhook: WebhookKey,
  { at = new Date(), ...given }: Partial<DeliveryRecord> & { at?: Date } = {},
): Promise<DeliveryRecord> {
  const sequence = await takeSequence(webhook, at);
  const created_at = timestamp(at);
  const type = (given.event_type ?? "website.updated") as EventType;
  const delivery: DeliveryRecord = {
    ...webhook,
    sequence,
    uuid: newDeliveryUuid({ at, sequence }),
    event_id: `evt_${sequence}`,
    event_type: type,
    body: JSON.stringify({ type, timestamp: created_at, sequence: 2, data: { uuid: "w" } }),
    status: "delivered",
    attempts: [{ at: created_at, status: 200, error: null, duration_ms: 12, response: "ok" }],
    tries: 1,
    created_at,
    updated_at: created_at,
    expires_epoch: Math.floor(at.getTime() / 1000) + KEPT_DAYS * 24 * 60 * 60,
    ...given,
  };
  const { next_attempt_at, expires_epoch } = delivery;
  await transact(
    write(Delivery, (entity) => entity.create(delivery).commit()),
    ...(next_attempt_at
      ? [
          write(DeliveryRetry, (retry) =>
            retry.create({ ...webhook, sequence, due_at: next_attempt_at, expires_epoch }).commit(),
          ),
        ]
      : []),
  );
  return delivery;
}

async function takeSequence({ reseller_uuid, webhook_uuid }: WebhookKey, at: Date) {
  const key = { reseller_uuid, webhook_uuid };
  const { data: found } = await DeliveryCounter.get(key).go({ consistent: true });
  const sequence = found?.next_sequence ?? 0;
  const days = { [timestamp(at).slice(0, 10)]: sequence, ...found?.days };
  await DeliveryCounter.put({ ...key, next_sequence: sequence + 1, days }).go();
  return sequence;
}
