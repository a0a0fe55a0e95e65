import type { Update } from "@aws-sdk/client-dynamodb";
import { v7 } from "uuid";
import type { DeliveryRecord } from "../../../shared/entities/delivery.ts";
import { ListSegment } from "../../../shared/entities/listSegment.ts";
import { locate } from "../../../shared/lists/bitmap.ts";
import type { List } from "../../../shared/lists/listedKind.ts";
import { type Write, write } from "../../../shared/table/transact.ts";
import { addTo } from "../../../shared/table/wire.ts";

/** Days for which a delivery can be read and sent again. */
export const KEPT_DAYS = 30;

/** A segment expires this long after its last change, later than its deliveries. */
const SEGMENT_DAYS = 32;

type Placed = Pick<
  DeliveryRecord,
  "reseller_uuid" | "webhook_uuid" | "sequence" | "status" | "event_type"
>;

/** A bit of a list that is set or cleared. */
interface BitChange {
  list: List;
  sequence: number;
  isSet: boolean;
}

/** The identifiers of a webhook, as in the keys of its deliveries. */
export interface WebhookKey {
  reseller_uuid: string;
  webhook_uuid: string;
}

/** The list of a webhook's deliveries with this status. */
export function statusList({ reseller_uuid, webhook_uuid }: WebhookKey, status: string): List {
  return { reseller_uuid, list: `webhook#${webhook_uuid}#deliveries#status#${status}` };
}

/** The list of a webhook's deliveries of this type of event. */
export function typeList({ reseller_uuid, webhook_uuid }: WebhookKey, type: string): List {
  return { reseller_uuid, list: `webhook#${webhook_uuid}#deliveries#type#${type}` };
}

/** The bits of a new delivery. */
export function bitsOfNew(delivery: Placed): BitChange[] {
  const { sequence, status, event_type } = delivery;
  return [
    { list: statusList(delivery, status), sequence, isSet: true },
    { list: typeList(delivery, event_type), sequence, isSet: true },
  ];
}

/** The bits that change with a delivery's status; none when the status stays. */
export function bitsOfChange(delivery: Placed, status: string): BitChange[] {
  const { sequence } = delivery;
  if (status === delivery.status) return [];
  return [
    { list: statusList(delivery, delivery.status), sequence, isSet: false },
    { list: statusList(delivery, status), sequence, isSet: true },
  ];
}

/**
 * The writes that change these bits, one per segment, for a transaction. Bits are changed by addition,
 * so the transaction's conditions must ensure that a bit is clear before it is set, and vice versa.
 */
export function changeBits(changes: BitChange[], now: Date): Write[] {
  return segmentsOf(changes, now).map(({ key, blocks }) =>
    write(ListSegment, (entity) => entity.upsert(key).add(blocks).commit()),
  );
}

/** The same writes in DynamoDB's own form. */
export function updatesOfBits(changes: BitChange[], now: Date): Update[] {
  return segmentsOf(changes, now).map(({ key, blocks }) => addTo(ListSegment, key, blocks));
}

function segmentsOf(changes: BitChange[], now: Date) {
  const segments = new Map<string, { list: List; segment: number; blocks: Map<string, bigint> }>();
  for (const { list, sequence, isSet } of changes) {
    const { segment, block, bit } = locate(sequence);
    const name = `${list.list} ${segment}`;
    const found = segments.get(name) ?? { list, segment, blocks: new Map<string, bigint>() };
    found.blocks.set(block, (found.blocks.get(block) ?? 0n) + (isSet ? bit : -bit));
    segments.set(name, found);
  }
  const expires_epoch = epochAfter(now, SEGMENT_DAYS);
  return [...segments.values()].map(({ list, segment, blocks }) => ({
    key: { ...list, segment, expires_epoch },
    blocks: Object.fromEntries(blocks),
  }));
}

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
