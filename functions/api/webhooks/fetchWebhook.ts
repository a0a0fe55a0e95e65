import { endpoint } from "../../../shared/http/endpoint.ts";
import { fetchedOf } from "../../../shared/http/envelopes.ts";
import { webhookStateSchema } from "../../../shared/webhooks/webhookSchemas.ts";
import { getWebhookWithHealth, showWebhook } from "./webhook.ts";

export const fetchWebhook = endpoint({
  route: "GET /v1/webhooks/{webhook_uuid}",
  id: "fetchWebhook",
  summary: "Fetch a webhook and its state",
  response: () => fetchedOf(webhookStateSchema),
  async answer({ reseller_uuid, uuid }) {
    return showWebhook(await getWebhookWithHealth({ reseller_uuid, uuid }));
  },
});
