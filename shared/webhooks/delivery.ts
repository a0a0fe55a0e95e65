import { createHash } from "node:crypto";
import { v7 } from "uuid";
import { Delivery, type DeliveryRecord } from "../entities/delivery.ts";
import { batchGet, type Lookup, lookup } from "../platform/table/batch.ts";
import type { OwnedKey } from "../platform/table/entity.ts";
import { queryIndex } from "../platform/table/queryIndex.ts";
import { type Write, writeIfTrue } from "../platform/table/transact.ts";
import { DAY_MS, timestamp } from "../platform/time.ts";
import { eventBody, type ServiceEvent } from "./event.ts";

/** Days for which a delivery can be read and sent again. */
export const KEPT_DAYS = 30;

/** The identifiers of a webhook, as in the keys of its deliveries. */
export type WebhookKey = Pick<DeliveryRecord, "reseller_uuid" | "webhook_uuid">;
/** The key of a delivery. */
type DeliveryKey = WebhookKey & Pick<DeliveryRecord, "uuid">;

/** The key of the webhook itself. */
export function ownedKey({ reseller_uuid, webhook_uuid: uuid }: WebhookKey): OwnedKey {
  return { reseller_uuid, uuid };
}

/** The partition of the index `gsi1` with the pending deliveries of a webhook. */
function pendingPartition({ reseller_uuid, webhook_uuid }: WebhookKey): string {
  return `reseller#${reseller_uuid}#webhook#${webhook_uuid}#pending`;
}

/** A delivery as it is stored: a pending one has keys in the index `gsi1`. */
function stored(delivery: DeliveryRecord) {
  const { status, next_attempt_at, uuid } = delivery;
  if (status !== "pending") return delivery;
  return {
    ...delivery,
    pending_under: pendingPartition(delivery),
    pending_place: `${next_attempt_at}#${uuid}`,
  };
}

/** A delivery without attempts, which is due now. The same event for the same webhook gives the same uuid. */
export function newDelivery(webhook: WebhookKey, event: ServiceEvent, now: Date): DeliveryRecord {
  const happenedAt = Date.parse(event.timestamp);
  const name = `${webhook.reseller_uuid}/${webhook.webhook_uuid}/${event.id}`;
  const random = createHash("sha256").update(name).digest().subarray(0, 16);
  return {
    ...webhook,
    uuid: v7({ msecs: happenedAt, random }),
    event_id: event.id,
    event_type: event.type,
    body: eventBody(event),
    status: "pending",
    attempts: [],
    tries: 0,
    next_attempt_at: timestamp(now),
    created_at: event.timestamp,
    updated_at: timestamp(now),
    expires_epoch: Math.floor((happenedAt + KEPT_DAYS * DAY_MS) / 1000),
  };
}

/** The lookup of a delivery. */
export function deliveryLookup(key: DeliveryKey): Lookup<DeliveryRecord> {
  const { reseller_uuid, webhook_uuid, uuid } = key;
  return lookup<DeliveryRecord>(Delivery, { reseller_uuid, webhook_uuid, uuid });
}

/** The deliveries with these keys that were logged. */
export async function findDeliveries(keys: DeliveryKey[]): Promise<DeliveryRecord[]> {
  const deliveries = await batchGet(...keys.map(deliveryLookup));
  return deliveries.filter((delivery) => delivery !== undefined);
}

/** Logs a new delivery; nothing happens if it was logged before. */
export async function logDelivery(delivery: DeliveryRecord): Promise<void> {
  await writeIfTrue(() => Delivery.create(stored(delivery)).go());
}

/** Replaces a delivery; returns false, and changes nothing, if it has changed since it was read. */
export async function replaceDelivery(before: DeliveryRecord, after: DeliveryRecord) {
  const written = await writeIfTrue(() =>
    Delivery.put(stored(after)).where(isUnchanged(before)).go(),
  );
  return written !== undefined;
}

/** The same, for a transaction. */
export function deliveryWrite(before: DeliveryRecord, after: DeliveryRecord): Write {
  return Delivery.put(stored(after)).where(isUnchanged(before));
}

type Condition = Parameters<ReturnType<typeof Delivery.create>["where"]>[0];

function isUnchanged(before: DeliveryRecord): Condition {
  return ({ status, tries, next_attempt_at }, { eq, notExists }) =>
    [
      eq(status, before.status),
      eq(tries, before.tries),
      before.next_attempt_at
        ? eq(next_attempt_at, before.next_attempt_at)
        : notExists(next_attempt_at),
    ].join(" AND ");
}

/** The delivery as a replay leaves it: pending, due now, with a new schedule; its attempts stay. */
export function replayed(delivery: DeliveryRecord, now: Date): DeliveryRecord {
  const at = timestamp(now);
  return { ...delivery, status: "pending", tries: 0, next_attempt_at: at, updated_at: at };
}

/**
 * At most `limit` deliveries of a webhook that are due, in the order in which they are sent. The index is up to
 * a second old, so each is read again.
 */
export async function findDue(
  webhook: OwnedKey,
  { now, limit }: { now: Date; limit: number },
): Promise<DeliveryRecord[]> {
  const keys = await queryPending(webhook, { until: timestamp(now), limit });
  return (await findDeliveries(keys)).filter((each) => isDue(each, now));
}

function isDue({ status, next_attempt_at = "" }: DeliveryRecord, now: Date): boolean {
  return status === "pending" && next_attempt_at <= timestamp(now);
}

/** When the next attempt of a webhook's deliveries is due, up to a second old; undefined if none is pending. */
export async function findSoonest(webhook: OwnedKey): Promise<string | undefined> {
  return (await queryPending(webhook, { limit: 1 }))[0]?.due_at;
}

/** The keys of pending deliveries by the time of their next attempt. */
async function queryPending(
  { reseller_uuid, uuid: webhook_uuid }: OwnedKey,
  { until = "~", limit }: { until?: string; limit: number },
): Promise<(DeliveryKey & { due_at: string })[]> {
  const partition = pendingPartition({ reseller_uuid, webhook_uuid });
  const between = ["", `${until}~`] as const;
  const pages = queryIndex({ index: "gsi1", partition, between }, { Limit: limit });
  const { value } = await pages.next();
  const items = (value?.Items ?? []) as { gsi1sk: string }[];
  return items.map(({ gsi1sk }) => {
    const [due_at = "", uuid = ""] = gsi1sk.split("#");
    return { reseller_uuid, webhook_uuid, uuid, due_at };
  });
}
