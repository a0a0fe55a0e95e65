import { DeliveryLane, type DeliveryLaneRecord } from "../../shared/entities/deliveryLane.ts";
import { Webhook, type WebhookRecord } from "../../shared/entities/webhook.ts";
import { RecordNotFound } from "../../shared/errors.ts";
import { endpoint } from "../../shared/http/endpoint.ts";
import { fetched } from "../../shared/http/responses.ts";
import { batchGet, lookup } from "../../shared/table/batch.ts";
import { presentWebhookState } from "./webhook.ts";

export const fetchWebhook = endpoint({
  record: "webhooks",
  async answer({ reseller_uuid, uuid }) {
    const key = { reseller_uuid, uuid };
    const [webhook, lane] = await batchGet(
      lookup<WebhookRecord>(Webhook, key),
      lookup<DeliveryLaneRecord>(DeliveryLane, key),
    );
    if (!webhook) throw new RecordNotFound("webhooks");
    return fetched(presentWebhookState(webhook, lane));
  },
});
