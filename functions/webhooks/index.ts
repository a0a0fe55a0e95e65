import { endpointGroup } from "../../shared/http/endpointGroup.ts";
import { createWebhook } from "./createWebhook.ts";
import { deleteWebhook } from "./deleteWebhook.ts";
import { listWebhooks } from "./listWebhooks.ts";

export const handler = endpointGroup("webhooks", {
  "GET /v1/webhooks": listWebhooks,
  "POST /v1/webhooks": createWebhook,
  "DELETE /v1/webhooks/{webhook_uuid}": deleteWebhook,
});
