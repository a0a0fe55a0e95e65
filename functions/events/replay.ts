import type { DeliveryRecord, DeliveryStatus } from "../../shared/entities/delivery.ts";
import { DeliveryReplay, type DeliveryReplayRecord } from "../../shared/entities/deliveryReplay.ts";
import { Webhook } from "../../shared/entities/webhook.ts";
import { RecordNotFound, TooManyRequests } from "../../shared/errors.ts";
import { batchGet } from "../../shared/table/batch.ts";
import { retryOnConflict, transact, type Write, write } from "../../shared/table/transact.ts";
import { timestamp } from "../../shared/time.ts";
import { newUuid } from "../../shared/uuid.ts";
import { changeOf } from "./deliveries/changeDeliveries.ts";
import { sequenceOf, type WebhookKey } from "./deliveries/deliveryPlaces.ts";
import { stretchFrom } from "./deliveries/keptStretch.ts";
import { triedBy } from "./deliveries/laneRules.ts";
import { laneWrite } from "./lane.ts";
import { withNextAttempt } from "./presentDelivery.ts";
import {
  counterLookup,
  deliveryAt,
  findKept,
  laneLookup,
  webhookLookup,
} from "./readDeliveries.ts";

/** Margin for deliveries whose sequence number belongs to the day before their `created_at`. */
const MARGIN_MS = 60 * 60 * 1000;

/** The most ranges of a webhook that can be sent again at the same time. */
const OPEN_REPLAYS = 5;

/**
 * Sends a delivery again now, with a new schedule of attempts; the earlier attempts stay in the log.
 * Returns the changed delivery. Throws RecordNotFound, and TooManyRequests if it is being sent since this
 * very second: nothing would tell a second replay from the first.
 */
export async function replayDelivery(
  webhook: WebhookKey,
  uuid: string,
  alsoFor: (replayed: DeliveryRecord) => Write[] = () => [],
): Promise<DeliveryRecord> {
  const { reseller_uuid, webhook_uuid } = webhook;
  const owner = { reseller_uuid, uuid: webhook_uuid };
  return await retryOnConflict(async () => {
    const [webhookFound, delivery, lane] = await batchGet(
      webhookLookup(webhook),
      deliveryAt(webhook, sequenceOf(uuid)),
      laneLookup(webhook),
    );
    if (!webhookFound) throw new RecordNotFound("webhooks");
    const now = new Date();
    const found = findKept(delivery, uuid, now);
    if (!found) throw new RecordNotFound("deliveries");
    if (found.tries === 0 && found.next_attempt_at === timestamp(now)) {
      throw new TooManyRequests("This delivery is being sent already", 1);
    }
    const pending = { status: "pending", tries: 0, next_attempt_at: timestamp(now) } as const;
    const changed = { ...found, ...pending, updated_at: timestamp(now) };
    const replayed = withNextAttempt(changed, { webhook: webhookFound, lane: undefined });
    await transact(
      webhookExists(webhook),
      ...changeOf({ delivery: found, to: pending }, now),
      laneWrite(lane, triedBy(owner, timestamp(now))),
      ...alsoFor(replayed),
    );
    return replayed;
  });
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
 * Sends all deliveries since a time again, or those of one status: writes the record that the retrier
 * works off. Throws RecordNotFound.
 */
export async function replayRange(
  webhook: WebhookKey,
  { since, status }: { since: Date; status?: DeliveryStatus | undefined },
  alsoFor: (replay: DeliveryReplayRecord) => Write[] = () => [],
): Promise<DeliveryReplayRecord> {
  return await retryOnConflict(async () => {
    const [found, counter] = await batchGet(webhookLookup(webhook), counterLookup(webhook));
    if (!found) throw new RecordNotFound("webhooks");
    const { data: open } = await DeliveryReplay.query.ofWebhook(webhook).go({ consistent: true });
    if (open.length >= OPEN_REPLAYS) {
      throw new TooManyRequests("Other ranges of this webhook are still being sent again", 60);
    }
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
      ...alsoFor(replay),
    );
    return replay;
  });
}
