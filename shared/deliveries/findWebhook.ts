import { DeliveryLane, type DeliveryLaneRecord } from "../entities/deliveryLane.ts";
import { Webhook, type WebhookRecord } from "../entities/webhook.ts";
import type { OwnedKey } from "../lists/listedKind.ts";
import { batchGet, lookup } from "../table/batch.ts";

/** A webhook and its lane as they are now; undefined for what there is not. */
export async function findWebhook({ reseller_uuid, uuid }: OwnedKey) {
  const key = { reseller_uuid, uuid };
  const [webhook, lane] = await batchGet(
    lookup<WebhookRecord>(Webhook, key),
    lookup<DeliveryLaneRecord>(DeliveryLane, key),
  );
  return { webhook, lane };
}
