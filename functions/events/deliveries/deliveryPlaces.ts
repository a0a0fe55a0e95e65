import { v7 } from "uuid";
import type { DeliveryRecord } from "../../../shared/entities/delivery.ts";

/** Days for which a delivery can be read and sent again. */
export const KEPT_DAYS = 30;

/** The identifiers of a webhook, as in the keys of its deliveries. */
export interface WebhookKey {
  reseller_uuid: string;
  webhook_uuid: string;
}

/** A sequence number as part of a key. */
export function placeOf({ sequence }: { sequence: number }): string {
  return String(sequence).padStart(10, "0");
}

/** The partition of the index `gsi1` with a webhook's deliveries of a status. */
export function statusPartition({ reseller_uuid, webhook_uuid }: WebhookKey, status: string) {
  return `reseller#${reseller_uuid}#webhook#${webhook_uuid}#${status}`;
}

/** The partition of the index `gsi2` with all deliveries of a webhook, by type and status. */
export function typePartition({ reseller_uuid, webhook_uuid }: WebhookKey) {
  return `reseller#${reseller_uuid}#webhook#${webhook_uuid}#deliveries`;
}

/** The keys of a delivery in the indexes, as its entity makes them. */
export function indexKeysOf(delivery: Placed) {
  const { event_type, status } = delivery;
  return {
    gsi1pk: statusPartition(delivery, status),
    gsi1sk: `delivery#${placeOf(delivery)}`,
    gsi2pk: typePartition(delivery),
    gsi2sk: `${event_type}#${status}#${placeOf(delivery)}`,
  };
}

type Placed = Pick<DeliveryRecord, keyof WebhookKey | "sequence" | "status" | "event_type">;

/** The time this number of days later, in seconds since 1970. */
export function epochAfter(now: Date, days: number): number {
  return Math.floor(now.getTime() / 1000) + days * 24 * 3600;
}

/**
 * The uuid of a delivery, which contains the sequence number, so that the uuid is enough to find the
 * delivery: UUID version 7 with a counter of 32 bits (RFC 9562, 6.2, method 1).
 */
export function newDeliveryUuid({ at, sequence }: { at: Date; sequence: number }): string {
  return v7({ msecs: at.getTime(), seq: sequence });
}

/** The sequence number in the uuid of a delivery; meaningless for any other uuid. */
export function sequenceOf(uuid: string): number {
  const bytes = Buffer.from(uuid.replaceAll("-", ""), "hex");
  const byte = (index: number) => bytes[index] ?? 0;
  const high = ((byte(6) & 0x0f) << 28) | (byte(7) << 20) | ((byte(8) & 0x3f) << 14);
  return (high | (byte(9) << 6) | (byte(10) >>> 2)) >>> 0;
}
