import { DeliveryLane, type DeliveryLaneRecord } from "../entities/deliveryLane.ts";
import { Webhook, type WebhookRecord } from "../entities/webhook.ts";
import type { OwnedKey } from "../lists/listedKind.ts";
import { batchGet, lookup } from "../table/batch.ts";

/** A webhook and its lane; undefined for what there is not. */
export interface FoundWebhook {
  webhook: WebhookRecord | undefined;
  lane: DeliveryLaneRecord | undefined;
}

/** A webhook and its lane as they are now. */
export async function findWebhook({ reseller_uuid, uuid }: OwnedKey): Promise<FoundWebhook> {
  const [webhook, lane] = await batchGet(...lookupsOf({ reseller_uuid, uuid }));
  return { webhook, lane };
}

/** Several of them, read together. */
export async function findWebhooks(keys: OwnedKey[]): Promise<FoundWebhook[]> {
  const found = await batchGet(...keys.flatMap(lookupsOf));
  return keys.map((_, index) => ({
    webhook: found[2 * index] as FoundWebhook["webhook"],
    lane: found[2 * index + 1] as FoundWebhook["lane"],
  }));
}

function lookupsOf({ reseller_uuid, uuid }: OwnedKey) {
  const key = { reseller_uuid, uuid };
  return [
    lookup<WebhookRecord>(Webhook, key),
    lookup<DeliveryLaneRecord>(DeliveryLane, key),
  ] as const;
}
