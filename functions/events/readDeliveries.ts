import {
  Delivery,
  type DeliveryRecord,
  type DeliveryStatus,
  deliveryStatuses,
} from "../../shared/entities/delivery.ts";
import {
  DeliveryCounter,
  type DeliveryCounterRecord,
} from "../../shared/entities/deliveryCounter.ts";
import { DeliveryLane, type DeliveryLaneRecord } from "../../shared/entities/deliveryLane.ts";
import { ListSegment } from "../../shared/entities/listSegment.ts";
import { Webhook, type WebhookRecord } from "../../shared/entities/webhook.ts";
import { RecordNotFound } from "../../shared/errors.ts";
import {
  findNewest,
  intersection,
  locate,
  type Segment,
  startingAt,
  union,
} from "../../shared/lists/bitmap.ts";
import type { List } from "../../shared/lists/listedKind.ts";
import type { Page } from "../../shared/lists/readPage.ts";
import { batchGet, type Lookup, lookup } from "../../shared/table/batch.ts";
import type { EventType } from "./catalogue.ts";
import { sequenceOf, statusList, typeList, type WebhookKey } from "./deliveries/deliveryPlaces.ts";
import { keptStretch, type Stretch } from "./deliveries/keptStretch.ts";
import { type LoggedDelivery, withNextAttempt } from "./presentDelivery.ts";

const READS = 5;

/** The wanted deliveries of a webhook: all, or those of a status, of a type, or of both. */
export interface DeliveryFilter {
  status?: DeliveryStatus | undefined;
  type?: EventType | undefined;
}

/**
 * Reads a page of a webhook's log, newest first, and the total. The cost is the same at any depth and with
 * any filter: the bitmaps of the lists give the sequence numbers of the page. Throws RecordNotFound when
 * the webhook does not exist.
 */
export async function readDeliveries(
  webhook: WebhookKey,
  { offset, limit, ...filter }: DeliveryFilter & { offset: number; limit: number },
): Promise<Page<LoggedDelivery>> {
  const { stretch, found: owner } = await readKeptStretch(webhook);
  for (let read = 1; ; read += 1) {
    const live = await readLive(webhook, { filter, stretch });
    const { total, sequences } = findNewest(live, { offset, limit });
    const found = await batchGet(...sequences.map((sequence) => deliveryAt(webhook, sequence)));
    const records = found.filter((record) => record !== undefined).filter(matching(filter));
    // The status of a delivery has changed since the lists were read.
    if (records.length === sequences.length || read === READS) {
      return { records: records.map((record) => withNextAttempt(record, owner)), total };
    }
  }
}

/** The delivery, if it has this uuid and is still kept. */
export function findKept(delivery: DeliveryRecord | undefined, uuid: string, now: Date) {
  const isKept = delivery?.uuid === uuid && delivery.expires_epoch * 1000 > now.getTime();
  return isKept ? delivery : undefined;
}

/** One delivery of a webhook, as the log shows it. Throws RecordNotFound for a missing delivery or webhook. */
export async function getDelivery(webhook: WebhookKey, uuid: string): Promise<LoggedDelivery> {
  const [owner, found, lane] = await batchGet(
    webhookLookup(webhook),
    deliveryAt(webhook, sequenceOf(uuid)),
    laneLookup(webhook),
  );
  if (!owner) throw new RecordNotFound("webhooks");
  const delivery = findKept(found, uuid, new Date());
  if (!delivery) throw new RecordNotFound("deliveries");
  return withNextAttempt(delivery, { webhook: owner, lane });
}

/** The lookup of a webhook. */
export function webhookLookup({ reseller_uuid, webhook_uuid }: WebhookKey): Lookup<WebhookRecord> {
  return lookup<WebhookRecord>(Webhook, { reseller_uuid, uuid: webhook_uuid });
}

/** The lookup of a webhook's lane. */
export function laneLookup({
  reseller_uuid,
  webhook_uuid,
}: WebhookKey): Lookup<DeliveryLaneRecord> {
  return lookup<DeliveryLaneRecord>(DeliveryLane, { reseller_uuid, uuid: webhook_uuid });
}

/** The lookup of the counter of a webhook's deliveries. */
export function counterLookup(webhook: WebhookKey): Lookup<DeliveryCounterRecord> {
  const { reseller_uuid, webhook_uuid } = webhook;
  return lookup(DeliveryCounter, { reseller_uuid, webhook_uuid });
}

/** The lookup of the delivery at a place in a webhook's log. */
export function deliveryAt(webhook: WebhookKey, sequence: number): Lookup<DeliveryRecord> {
  const { reseller_uuid, webhook_uuid } = webhook;
  return lookup<DeliveryRecord>(Delivery, { reseller_uuid, webhook_uuid, sequence });
}

/** Reads which part of a log is kept, and the webhook with its lane. Throws RecordNotFound. */
async function readKeptStretch(webhook: WebhookKey) {
  const [owner, counter, lane] = await batchGet(
    webhookLookup(webhook),
    counterLookup(webhook),
    laneLookup(webhook),
  );
  if (!owner) throw new RecordNotFound("webhooks");
  return { stretch: keptStretch(counter, new Date()), found: { webhook: owner, lane } };
}

function matching({ status, type }: DeliveryFilter) {
  return (delivery: DeliveryRecord) =>
    (status ?? delivery.status) === delivery.status &&
    (type ?? delivery.event_type) === delivery.event_type;
}

/** The segments of all deliveries that are kept and match. */
async function readLive(
  webhook: WebhookKey,
  { filter: { status, type }, stretch }: { filter: DeliveryFilter; stretch: Stretch },
): Promise<Segment[]> {
  const lists = [
    ...(status ? [statusList(webhook, status)] : []),
    ...(type ? [typeList(webhook, type)] : []),
  ];
  const live =
    lists.length > 0
      ? intersection(...(await readSegments(lists, stretch)))
      : await readAll(webhook, stretch);
  return startingAt(stretch.from, live);
}

/**
 * The segments of all deliveries, from the lists of all statuses. The list of pending ones is read twice,
 * first and with the others, so that a delivery whose status changes in between is not missed.
 */
async function readAll(webhook: WebhookKey, stretch: Stretch): Promise<Segment[]> {
  const pending = await readSegments([statusList(webhook, "pending")], stretch);
  const all = deliveryStatuses.map((status) => statusList(webhook, status));
  return union(...pending, ...(await readSegments(all, stretch)));
}

/** The segments of each list within the stretch. */
async function readSegments(lists: List[], { from, until }: Stretch): Promise<Segment[][]> {
  const first = locate(from).segment;
  const numbers = Array.from(
    { length: locate(until).segment - first + 1 },
    (_, index) => first + index,
  );
  const lookups = lists.flatMap((list) =>
    numbers.map((segment) => lookup<Segment>(ListSegment, { ...list, segment })),
  );
  const found = await batchGet(...lookups);
  return lists.map((_, index) =>
    found
      .slice(index * numbers.length, (index + 1) * numbers.length)
      .filter((segment) => segment !== undefined),
  );
}
