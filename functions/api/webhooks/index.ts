import { endpointGroup } from "../../../shared/http/endpointGroup.ts";
import { createWebhook } from "./createWebhook.ts";
import { deleteWebhook } from "./deleteWebhook.ts";
import type { description } from "./description.ts";
import { enableWebhook } from "./enableWebhook.ts";
import { fetchDelivery } from "./fetchDelivery.ts";
import { fetchSecret } from "./fetchSecret.ts";
import { fetchWebhook } from "./fetchWebhook.ts";
import { listDeliveries } from "./listDeliveries.ts";
import { listWebhooks } from "./listWebhooks.ts";
import { replayDeliveries } from "./replayDeliveries.ts";
import { replayDelivery } from "./replayDelivery.ts";
import { rotateSecret } from "./rotateSecret.ts";
import { testWebhook } from "./testWebhook.ts";

export const handler = endpointGroup<typeof description>("webhooks", {
  "GET /v1/webhooks": listWebhooks,
  "POST /v1/webhooks": createWebhook,
  "GET /v1/webhooks/{webhook_uuid}": fetchWebhook,
  "GET /v1/webhooks/{webhook_uuid}/secret": fetchSecret,
  "POST /v1/webhooks/{webhook_uuid}/secret/rotate": rotateSecret,
  "POST /v1/webhooks/{webhook_uuid}/test": testWebhook,
  "POST /v1/webhooks/{webhook_uuid}/enable": enableWebhook,
  "GET /v1/webhooks/{webhook_uuid}/deliveries": listDeliveries,
  "GET /v1/webhooks/{webhook_uuid}/deliveries/{delivery_uuid}": fetchDelivery,
  "POST /v1/webhooks/{webhook_uuid}/deliveries/{delivery_uuid}/replay": replayDelivery,
  "POST /v1/webhooks/{webhook_uuid}/replay": replayDeliveries,
  "DELETE /v1/webhooks/{webhook_uuid}": deleteWebhook,
});
