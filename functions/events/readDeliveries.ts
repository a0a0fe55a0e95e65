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
import { Webhook, type WebhookRecord } from "../../shared/entities/webhook.ts";
import { RecordNotFound } from "../../shared/errors.ts";
import { batchGet, type Lookup, lookup } from "../../shared/table/batch.ts";
import { queryIndex } from "../../shared/table/queryIndex.ts";
import type { EventType } from "./catalogue.ts";
import {
  newDeliveryUuid,
  placeOf,
  sequenceOf,
  statusPartition,
  typePartition,
  type WebhookKey,
} from "./deliveries/deliveryPlaces.ts";
import { keptStretch, type Stretch } from "./deliveries/keptStretch.ts";
import { type LoggedDelivery, withNextAttempt } from "./presentDelivery.ts";

/** The wanted deliveries of a webhook: all, or those of a status, of a type, or of both. */
export interface DeliveryFilter {
  status?: DeliveryStatus | undefined;
  type?: EventType | undefined;
}

/** A part of a log: at most `limit` deliveries, older than the one with the uuid `after`. */
interface DeliveryPage extends DeliveryFilter {
  after?: string | undefined;
  limit: number;
}

/**
 * Reads a page of a webhook's log, newest first, and whether older deliveries follow. The cost is the same
 * at any depth. A change of the last second may be missing in a filtered page. Throws RecordNotFound when the
 * webhook does not exist.
 */
export async function readDeliveries(
  webhook: WebhookKey,
  { after, limit, ...filter }: DeliveryPage,
): Promise<{ records: LoggedDelivery[]; next: string | undefined }> {
  const { stretch, found: owner } = await readKeptStretch(webhook);
  const { from } = stretch;
  const until = Math.min(stretch.until, after === undefined ? stretch.until : sequenceOf(after));
  if (until <= from) return { records: [], next: undefined };
  const isFiltered = filter.status !== undefined || filter.type !== undefined;
  const read = isFiltered ? readFiltered(webhook, filter) : readAll(webhook);
  const { found, last } = await read({ from, until }, limit);
  const records = found.filter(matching(filter));
  return {
    records: records.map((record) => withNextAttempt(record, owner)),
    next: last === undefined ? undefined : newDeliveryUuid({ at: new Date(0), sequence: last }),
  };
}

/** Reads the newest deliveries of a stretch, and the number of the last one if older ones follow. */
type ReadNewest = (
  stretch: Stretch,
  limit: number,
) => Promise<{ found: DeliveryRecord[]; last: number | undefined }>;

function readAll(webhook: WebhookKey): ReadNewest {
  return async ({ from, until }, limit) => {
    const { data, cursor } = await Delivery.query
      .inOrder(webhook)
      .between({ sequence: from }, { sequence: until - 1 })
      .go({ consistent: true, order: "desc", limit: limit + 1 });
    const found = data.slice(0, limit);
    // A query reads a megabyte at most.
    const hasMore = data.length > limit || (data.length < limit && cursor !== null);
    return { found, last: hasMore ? found.at(-1)?.sequence : undefined };
  };
}

/** The index has the deliveries of a status one after another, and those of a type by their status. */
function readFiltered(webhook: WebhookKey, { status, type }: DeliveryFilter): ReadNewest {
  const parts =
    type === undefined
      ? [
          {
            index: "gsi1",
            partition: statusPartition(webhook, status ?? ""),
            start: "delivery#",
          } as const,
        ]
      : (status ? [status] : deliveryStatuses).map(
          (each) =>
            ({
              index: "gsi2",
              partition: typePartition(webhook),
              start: `${type}#${each}#`,
            }) as const,
        );
  return async ({ from, until }, limit) => {
    const found = await Promise.all(
      parts.map(async ({ index, partition, start }) => {
        const bounds = [from, until - 1].map((sequence) => start + placeOf({ sequence }));
        const between = [bounds[0] ?? "", bounds[1] ?? ""] as const;
        const options = { ScanIndexForward: false, Limit: limit + 1 };
        const { value } = await queryIndex({ index, partition, between }, options).next();
        return (value?.Items ?? []).map((item: Record<string, unknown>) =>
          Number(String(item[`${index}sk`]).slice(-10)),
        );
      }),
    );
    const sequences = found.flat().toSorted((a, b) => b - a);
    const deliveries = await batchGet(
      ...sequences.slice(0, limit).map((sequence) => deliveryAt(webhook, sequence)),
    );
    return {
      found: deliveries.filter((delivery) => delivery !== undefined),
      last: sequences.length > limit ? sequences[limit - 1] : undefined,
    };
  };
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
