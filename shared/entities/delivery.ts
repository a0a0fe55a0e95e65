import { CustomAttributeType, Entity, type EntityItem } from "electrodb";
import { key, optionalText, tableConfiguration, text } from "../table/entity.ts";

/** `pending` waits for its next attempt, `failed` had its last one. */
export const deliveryStatuses = ["pending", "delivered", "failed"] as const;
export type DeliveryStatus = (typeof deliveryStatuses)[number];

/** One request to the webhook's endpoint. */
export interface DeliveryAttempt {
  at: string;
  /** The status of the answer; null when there was none. */
  status: number | null;
  /** Why there was no answer: `timeout`, `refused`, `tls` …; null when there was one. */
  error: string | null;
  duration_ms: number;
  /** The first kilobyte of the answer's body, as text. */
  response: string;
}

/**
 * An event on its way to a webhook, and what came of each attempt: the log that a reseller reads.
 * Its place in the log is its sequence number, which its uuid holds (`functions/events/deliveries/deliveryPlaces.ts`).
 */
export const Delivery = new Entity(
  {
    model: { service: "monitoring", entity: "delivery", version: "1" },
    attributes: {
      reseller_uuid: text,
      webhook_uuid: text,
      sequence: { type: "number", required: true, padding: { length: 10, char: "0" } },
      uuid: text,
      /** The event's; the header `webhook-id` of each attempt. */
      event_id: text,
      event_type: text,
      /** What is sent, and signed: JSON. */
      body: text,
      status: { type: deliveryStatuses, required: true },
      /** Oldest first; the last ones of many. */
      attempts: { type: CustomAttributeType<DeliveryAttempt[]>("any"), required: true },
      /** How many attempts of its schedule were made; a replay begins anew. */
      tries: { type: "number", required: true },
      /** While it is pending. */
      next_attempt_at: optionalText,
      created_at: text,
      updated_at: text,
      /** Seconds since 1970: DynamoDB's time to live removes the item some time after. */
      expires_epoch: { type: "number", required: true },
    },
    indexes: {
      inOrder: {
        pk: key("pk", "reseller#${reseller_uuid}#webhook#${webhook_uuid}#deliveries", [
          "reseller_uuid",
          "webhook_uuid",
        ]),
        sk: key("sk", "delivery#${sequence}", ["sequence"]),
      },
    },
  },
  tableConfiguration,
);

export type DeliveryRecord = EntityItem<typeof Delivery>;
