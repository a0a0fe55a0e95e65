import { Delivery, type DeliveryRecord, type DeliveryStatus } from "../entities/delivery.ts";
import { DeliveryLane, type DeliveryLaneRecord } from "../entities/deliveryLane.ts";
import { DeliveryReplay, type DeliveryReplayRecord } from "../entities/deliveryReplay.ts";
import { DeliveryRetry } from "../entities/deliveryRetry.ts";
import { Webhook } from "../entities/webhook.ts";
import { RecordNotFound } from "../errors.ts";
import { clearBit, setBit } from "../lists/entries.ts";
import { batchGet, lookup } from "../table/batch.ts";
import { retryOnConflict, transact, type Write, write } from "../table/transact.ts";
import { timestamp } from "../time.ts";
import { newUuid } from "../uuid.ts";
import { sequenceOf } from "./deliveryUuid.ts";
import { stretchFrom } from "./keptLog.ts";
import { dueBy, laneWrite } from "./laneWrite.ts";
import {
  counterLookup,
  deliveryAt,
  findKept,
  statusList,
  type WebhookKey,
  webhookLookup,
} from "./readDeliveries.ts";

/** By so much a delivery may be older than the sequence numbers of its day. */
const MARGIN_MS = 60 * 60 * 1000;

/**
 * Has a delivery sent again, now, as if it had never been tried; its attempts so far stay in the
 * log. Returns it as it is then. Throws RecordNotFound.
 */
export async function replayDelivery(webhook: WebhookKey, uuid: string): Promise<DeliveryRecord> {
  const { reseller_uuid, webhook_uuid } = webhook;
  const owner = { reseller_uuid, uuid: webhook_uuid };
  return await retryOnConflict(async () => {
    const [webhookFound, delivery, lane] = await batchGet(
      webhookLookup(webhook),
      deliveryAt(webhook, sequenceOf(uuid)),
      lookup<DeliveryLaneRecord>(DeliveryLane, owner),
    );
    if (!webhookFound) throw new RecordNotFound("webhooks");
    const now = timestamp();
    const found = findKept(delivery, uuid, new Date());
    if (!found) throw new RecordNotFound("deliveries");
    await transact(
      webhookExists(webhook),
      ...pendingNow(found, now),
      laneWrite(lane, dueBy(owner, lane, now)),
    );
    return { ...found, status: "pending", tries: 0, next_attempt_at: now, updated_at: now };
  });
}

/**
 * The writes by which a delivery is pending and due now: the delivery, what says of its next
 * attempt, and the lists of its status.
 */
function pendingNow(found: DeliveryRecord, now: string): Write[] {
  const { reseller_uuid, webhook_uuid, sequence, status, next_attempt_at, expires_epoch } = found;
  const key = { reseller_uuid, webhook_uuid, sequence };
  const isPending = status === "pending";
  const lists: Write[] = isPending
    ? []
    : [
        clearBit(statusList(found, status), sequence),
        setBit(statusList(found, "pending"), sequence),
      ];
  const earlier: Write[] =
    isPending && next_attempt_at !== undefined && next_attempt_at !== now
      ? [
          write(DeliveryRetry, (retry) =>
            retry
              .delete({ reseller_uuid, webhook_uuid, sequence, due_at: next_attempt_at })
              .commit(),
          ),
        ]
      : [];
  return [
    write(Delivery, (delivery) =>
      delivery
        .patch(key)
        .set({ status: "pending", tries: 0, next_attempt_at: now, updated_at: now })
        .where(({ status, tries, next_attempt_at }, { eq, notExists }) =>
          [
            eq(status, found.status),
            eq(tries, found.tries),
            found.next_attempt_at === undefined
              ? notExists(next_attempt_at)
              : eq(next_attempt_at, found.next_attempt_at),
          ].join(" AND "),
        )
        .commit(),
    ),
    ...lists,
    ...earlier,
    write(DeliveryRetry, (retry) => retry.put({ ...key, due_at: now, expires_epoch }).commit()),
  ];
}

function webhookExists({ reseller_uuid, webhook_uuid }: WebhookKey): Write {
  return write(Webhook, (webhook) =>
    webhook
      .check({ reseller_uuid, uuid: webhook_uuid })
      .where(({ uuid }, { exists }) => exists(uuid))
      .commit(),
  );
}

/**
 * Has all deliveries since a time sent again, of one status or all: the retrier works off the record
 * that this writes. Throws RecordNotFound.
 */
export async function replayRange(
  webhook: WebhookKey,
  { since, status }: { since: Date; status?: DeliveryStatus | undefined },
): Promise<DeliveryReplayRecord> {
  return await retryOnConflict(async () => {
    const [found, counter] = await batchGet(webhookLookup(webhook), counterLookup(webhook));
    if (!found) throw new RecordNotFound("webhooks");
    const now = new Date();
    const earliest = new Date(since.getTime() - MARGIN_MS);
    const replay = {
      ...webhook,
      uuid: newUuid(),
      ...stretchFrom(counter, { since: earliest, now }),
      since: timestamp(since),
      ...(status && { status }),
      created_at: timestamp(now),
    };
    await transact(
      webhookExists(webhook),
      write(DeliveryReplay, (entity) => entity.create(replay).commit()),
    );
    return replay;
  });
}
