import { CustomAttributeType, type EntityItem } from "electrodb";
import { audited, entity, optionalText, primary, text } from "../platform/table/entity.ts";
import { newUuid } from "../platform/uuid.ts";
import type { DeliveryStatus } from "./delivery.ts";
import { dueShard } from "./scheduleCursor.ts";

/** Why a webhook is disabled: it answered 410, failed for five days, or an operator disabled it. */
export const disabledReasons = ["gone", "failing", "operator"] as const;
export type DisabledReason = (typeof disabledReasons)[number];

/** How an event is written: as Standard Webhooks say, or as a message of a chat service. */
export const webhookFormats = ["standard", "slack", "teams", "discord"] as const;
export type WebhookFormat = (typeof webhookFormats)[number];

/** A replaced secret, which still signs until this time. */
export interface RetiredSecret {
  generation: number;
  until: string;
}

/** A range of deliveries to send again: those that happened since a time, of one status or all. */
export interface Replay {
  since: string;
  status?: DeliveryStatus | undefined;
  /** When it was requested. What has changed since then is not sent again. */
  requested_at: string;
}

/**
 * The state of a webhook's endpoint while deliveries are pending or the endpoint fails (`shared/webhooks/health.ts`). A
 * webhook without it is healthy, or disabled.
 */
export interface WebhookHealth {
  /** When a retrier has to look for deliveries. */
  due_at: string;
  /** The circuit breaker: only a retrier makes attempts, and none before `due_at`. */
  is_open?: boolean;
  /** Until then, one retrier sends what is due. */
  claimed_until?: string;
  /** Since when every attempt has failed. */
  failing_since?: string;
  /** No delivery was pending at the last look. */
  is_idle?: boolean;
}

/** An endpoint of a reseller to which events are delivered. Its secrets are derived and never stored. */
export const Webhook = entity(
  "webhook",
  {
    ...audited,
    reseller_uuid: text,
    uuid: text,
    endpoint: text,
    /** The types of event that are sent: of `eventTypes`. */
    events: { type: "list", items: { type: "string" }, required: true },
    /** Without it, `standard`. */
    format: { type: webhookFormats },
    /** The number of the secret that signs, beginning with 1; each rotation adds 1. */
    secret_generation: { type: "number", required: true, default: 1 },
    retired_secrets: { type: CustomAttributeType<RetiredSecret[]>("any") },
    /** Missing while the webhook is enabled. */
    disabled_at: optionalText,
    /** One of `disabledReasons`. */
    disabled_reason: optionalText,
    /** It was disabled because its reseller was closed, and is enabled if that is reopened. */
    is_closed: { type: "boolean" },
    /** Requested test events; each increase makes an event by the table's stream. */
    test_count: { type: "number", required: true, default: 0 },
    /** The last range that was requested; the table's stream starts it. */
    replay: { type: CustomAttributeType<Replay>("any") },
    /** Each change sets another uuid, and requires the one that was read. */
    version: { type: "string", required: true, default: newUuid },
    health: { type: CustomAttributeType<WebhookHealth>("any") },
    /** With `health`: its `due_at`, and its keys in the index of what is due. */
    due_at: optionalText,
    due_under: { type: "string", field: "gsi1pk" },
    due_place: { type: "string", field: "gsi1sk" },
    created_at: text,
    updated_at: text,
  },
  {
    ofReseller: primary("reseller#${reseller_uuid}#webhooks", "${uuid}"),
  },
);

export type WebhookRecord = EntityItem<typeof Webhook>;

/** The attributes of a webhook with this health, or without any. */
export function withHealth(uuid: string, health: WebhookHealth | undefined) {
  const due_at = health?.due_at;
  const due_under = health && `due#webhook#${dueShard(uuid)}`;
  return { health, due_at, due_under, due_place: health && `${due_at}#${uuid}` };
}
