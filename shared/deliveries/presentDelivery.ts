import type { DeliveryRecord } from "../entities/delivery.ts";

/** A delivery as the log shows it: all but what was sent. */
export function presentDelivery(delivery: DeliveryRecord) {
  return {
    uuid: delivery.uuid,
    event_id: delivery.event_id,
    type: delivery.event_type,
    status: delivery.status,
    attempts: delivery.attempts.map(({ at, status, error, duration_ms, response }) => ({
      at,
      status,
      error,
      duration_ms,
      response,
    })),
    next_attempt_at: delivery.next_attempt_at ?? null,
    created_at: delivery.created_at,
    updated_at: delivery.updated_at,
  };
}

/** A delivery with the body that is sent, as JSON. */
export function presentWholeDelivery(delivery: DeliveryRecord) {
  return { ...presentDelivery(delivery), body: JSON.parse(delivery.body) };
}
