import {
  Delivery,
  type DeliveryRecord,
  type DeliveryStatus,
  deliveryStatuses,
} from "../entities/delivery.ts";
import { Webhook, type WebhookRecord } from "../entities/webhook.ts";
import { RecordNotFound } from "../platform/errors.ts";
import { batchGet, lookup } from "../platform/table/batch.ts";
import { queryIndex } from "../platform/table/queryIndex.ts";
import { DAY_MS } from "../platform/time.ts";
import { firstUuidAt } from "../platform/uuid.ts";
import { type EventType, eventTypes } from "./catalogue.ts";
import {
  deliveryLookup,
  findDeliveries,
  KEPT_DAYS,
  ownedKey,
  type WebhookKey,
} from "./delivery.ts";
import { getWebhook } from "./webhook.ts";

/** A part of a log: at most `limit` deliveries, older than the one with the uuid `after`. */
interface LogPage {
  status?: DeliveryStatus | undefined;
  type?: EventType | undefined;
  after?: string | undefined;
  /** Only deliveries of this time or later, in milliseconds since 1970. */
  since?: number;
  limit: number;
}

/**
 * Reads a page of a webhook's log, newest first, and the uuid of its last delivery if older ones follow. The
 * cost is the same at any depth. A change of the last second may be missing in a filtered page.
 */
export async function readLog(
  webhook: WebhookKey,
  { after, since = 0, ...page }: LogPage,
): Promise<{ deliveries: DeliveryRecord[]; next: string | undefined }> {
  const from = firstUuidAt(Math.max(since, Date.now() - KEPT_DAYS * DAY_MS));
  // A cursor may be older than what is kept.
  if (after !== undefined && after <= from) return { deliveries: [], next: undefined };
  const isFiltered = page.status !== undefined || page.type !== undefined;
  const read = isFiltered ? readFiltered : readAll;
  return await read(webhook, { from, before: after ?? "~" }, page);
}

/** The range of uuids from one to the last one before another. */
interface Stretch {
  from: string;
  before: string;
}

type Filter = Pick<LogPage, "status" | "type" | "limit">;

async function readAll(webhook: WebhookKey, { from, before }: Stretch, { limit }: Filter) {
  // Both ends are included, and `before` is left out.
  const wanted = limit + 2;
  const { data, cursor } = await Delivery.query
    .inOrder(webhook)
    .between({ uuid: from }, { uuid: before })
    .go({ consistent: true, order: "desc", limit: wanted });
  const older = data.filter(({ uuid }) => uuid !== before);
  const deliveries = older.slice(0, limit);
  // A query reads a megabyte at most.
  const hasMore = older.length > limit || (data.length < wanted && cursor !== null);
  return { deliveries, next: hasMore ? deliveries.at(-1)?.uuid : undefined };
}

/** Merges the newest deliveries of each type and status, because the index orders them by type and status first. */
async function readFiltered(
  webhook: WebhookKey,
  { from, before }: Stretch,
  { status, type, limit }: Filter,
) {
  const types = type ? [type] : eventTypes;
  const statuses = status ? [status] : deliveryStatuses;
  const starts = types.flatMap((type) => statuses.map((status) => `${type}#${status}#`));
  const { reseller_uuid, webhook_uuid } = webhook;
  const partition = `reseller#${reseller_uuid}#webhook#${webhook_uuid}#deliveries`;
  const merged = await Promise.all(
    starts.map(async (start) => {
      const between = [start + from, start + before] as const;
      const options = { ScanIndexForward: false, Limit: limit + 2 };
      const { value } = await queryIndex({ index: "gsi2", partition, between }, options).next();
      const items = (value?.Items ?? []) as { gsi2sk: string }[];
      return items.map(({ gsi2sk }) => gsi2sk.slice(start.length));
    }),
  );
  const uuids = merged
    .flat()
    .filter((uuid) => uuid !== before)
    .toSorted()
    .toReversed();
  const page = uuids.slice(0, limit);
  const deliveries = await findDeliveries(page.map((uuid) => ({ ...webhook, uuid })));
  return {
    // The index may not know of a change yet.
    deliveries: deliveries.filter(
      (each) =>
        (status ?? each.status) === each.status && (type ?? each.event_type) === each.event_type,
    ),
    next: uuids.length > limit ? page.at(-1) : undefined,
  };
}

/** A page of a webhook's log, as the API shows it. Throws RecordNotFound if there is no such webhook. */
export async function listDeliveries(webhook: WebhookKey, page: LogPage) {
  const [, { deliveries: records, next }] = await Promise.all([
    getWebhook(ownedKey(webhook)),
    readLog(webhook, page),
  ]);
  return { records, next };
}

/** A delivery with its webhook. Throws RecordNotFound for a missing delivery or webhook. */
export async function getDelivery(webhook: WebhookKey, uuid: string) {
  const [owner, delivery] = await batchGet(
    lookup<WebhookRecord>(Webhook, { ...ownedKey(webhook) }),
    deliveryLookup({ ...webhook, uuid }),
  );
  if (!owner) throw new RecordNotFound("webhooks");
  const isKept = delivery !== undefined && delivery.expires_epoch * 1000 > Date.now();
  if (!isKept) throw new RecordNotFound("deliveries");
  return { delivery, webhook: owner };
}
