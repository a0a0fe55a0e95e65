import { CustomAttributeType, type EntityItem } from "electrodb";
import { entity, expiry, index, optionalText, primary, text } from "../platform/table/entity.ts";
import type { OutboundFailure } from "../vocabulary/reasons.ts";

/** A `pending` delivery waits for its next attempt, a `failed` one had its last. */
export const deliveryStatuses = ["pending", "delivered", "failed"] as const;
export type DeliveryStatus = (typeof deliveryStatuses)[number];

/** One request to the webhook's endpoint. */
export interface DeliveryAttempt {
  at: string;
  /** The status of the answer; null when there was none. */
  status: number | null;
  /** Why there was no answer; null when there was one. */
  error: OutboundFailure | null;
  duration_ms: number;
  /** The first 800 bytes of the answer's body, as text. */
  response: string;
}

const OF_WEBHOOK = "reseller#${reseller_uuid}#webhook#${webhook_uuid}";

/**
 * One event for one webhook with its attempts, as the webhook's log shows it. The uuid is derived from the event
 * and begins with its time, so that an event that comes twice is logged once, and the log is in order.
 */
export const Delivery = entity(
  "delivery",
  {
    reseller_uuid: text,
    webhook_uuid: text,
    uuid: text,
    /** The event's id, and the header `webhook-id` of each attempt. */
    event_id: text,
    event_type: text,
    /** The JSON that is signed and sent. */
    body: text,
    status: { type: deliveryStatuses, required: true },
    /** Oldest first; only the last ones are kept. */
    attempts: { type: CustomAttributeType<DeliveryAttempt[]>("any"), required: true },
    /** Attempts made by the schedule; a replay sets it to 0. */
    tries: { type: "number", required: true },
    /** When the next attempt is due, while the delivery is pending. */
    next_attempt_at: optionalText,
    /** The keys of a pending delivery in the index `gsi1`, in the order in which deliveries are sent. */
    pending_under: { type: "string", field: "gsi1pk", hidden: true },
    pending_place: { type: "string", field: "gsi1sk", hidden: true },
    /** When the event happened. */
    created_at: text,
    updated_at: text,
    expires_epoch: expiry,
  },
  {
    inOrder: primary(`${OF_WEBHOOK}#deliveries`, "delivery#${uuid}"),
    /** Finds the newest of a type and status. It has keys only. */
    byType: index("gsi2", `${OF_WEBHOOK}#deliveries`, "${event_type}#${status}#${uuid}"),
  },
);

export type DeliveryRecord = EntityItem<typeof Delivery>;
