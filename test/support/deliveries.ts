import type { DeliveryRecord } from "../../shared/entities/delivery.ts";
import { timestamp } from "../../shared/platform/time.ts";
import { newUuid } from "../../shared/platform/uuid.ts";
import type { EventType } from "../../shared/webhooks/catalogue.ts";
import { logDelivery, newDelivery, type WebhookKey } from "../../shared/webhooks/delivery.ts";
import { newEvent } from "../../shared/webhooks/event.ts";

let count = 0;

/**
 * A delivery in a webhook's log, as the deliverer leaves it: delivered at once unless told. Those of the same
 * second are in the order in which they were made.
 */
export async function makeDelivery(
  webhook: WebhookKey,
  { at = new Date(), ...attributes }: Partial<DeliveryRecord> & { at?: Date } = {},
): Promise<DeliveryRecord> {
  count += 1;
  const created_at = timestamp(at);
  const event = newEvent(webhook.reseller_uuid, {
    type: (attributes.event_type ?? "website.updated") as EventType,
    timestamp: created_at,
    sequence: 2,
    data: { uuid: newUuid() },
  });
  const { next_attempt_at: _, ...delivery } = newDelivery(webhook, event, at);
  const place = (count % 4096).toString(16).padStart(3, "0");
  const record: DeliveryRecord = {
    ...delivery,
    // The version is behind the twelve digits of the time.
    uuid: delivery.uuid.replace(/(?<=^.{13})-7...-/, `-7${place}-`),
    status: "delivered",
    attempts: [{ at: created_at, status: 200, error: null, duration_ms: 12, response: "ok" }],
    tries: 1,
    ...attributes,
  };
  await logDelivery(record);
  return record;
}
