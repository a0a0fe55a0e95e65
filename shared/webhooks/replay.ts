import type { DeliveryRecord, DeliveryStatus } from "../entities/delivery.ts";
import type { Replay } from "../entities/webhook.ts";
import type { OwnedKey } from "../platform/table/entity.ts";
import { retryOnConflict, transact, type Write } from "../platform/table/transact.ts";
import { timestamp } from "../platform/time.ts";
import { deliveryWrite, replayed, type WebhookKey } from "./delivery.ts";
import { getDelivery } from "./deliveryLog.ts";
import { forgiven } from "./health.ts";
import { changedWebhook, changeWebhook, webhookWrite } from "./webhook.ts";

/**
 * Sends a delivery again now, with a new schedule of attempts; the earlier attempts stay in the log.
 * Returns the changed delivery. Throws RecordNotFound.
 */
export async function replayDelivery(
  key: WebhookKey,
  uuid: string,
  alsoFor: (replayed: DeliveryRecord) => Write[] = () => [],
): Promise<DeliveryRecord> {
  return await retryOnConflict(async () => {
    const { delivery, webhook } = await getDelivery(key, uuid);
    const now = new Date();
    const next = replayed(delivery, now);
    const due = changedWebhook(webhook, { health: forgiven(now, webhook.health) });
    await transact(
      deliveryWrite(delivery, next),
      // Deliveries of a disabled webhook wait until it is enabled.
      ...(webhook.disabled_at ? [] : [webhookWrite(webhook, due)]),
      ...alsoFor(next),
    );
    return next;
  });
}

/**
 * Requests that all deliveries since a time, or those of one status, are sent again. The range is stored in the
 * webhook, and the table's stream passes it to the retrier. Throws RecordNotFound.
 */
export async function requestReplay(
  key: OwnedKey,
  { since, status }: { since: Date; status?: DeliveryStatus | undefined },
  alsoFor: (replay: Replay) => Write[] = () => [],
): Promise<Replay> {
  const replay = {
    since: timestamp(since),
    ...(status && { status }),
    requested_at: timestamp(),
  };
  await changeWebhook(
    key,
    () => ({ replay }),
    () => alsoFor(replay),
  );
  return replay;
}
