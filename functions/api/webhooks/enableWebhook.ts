import type { WebhookRecord } from "../../../shared/entities/webhook.ts";
import { doneOf } from "../../../shared/http/envelopes.ts";
import { postEndpoint } from "../../../shared/http/postEndpoint.ts";
import { done } from "../../../shared/http/responses.ts";
import { enableWebhook as enable } from "../../../shared/webhooks/webhook.ts";
import { webhookStateSchema } from "../../../shared/webhooks/webhookSchemas.ts";
import { presentWebhookState } from "./webhook.ts";

/** Enables a webhook unless an operator disabled it; sends its pending deliveries now, also if it was enabled. */
export const enableWebhook = postEndpoint({
  route: "POST /v1/webhooks/{webhook_uuid}/enable",
  id: "enableWebhook",
  summary: "Enable a webhook",
  details:
    "Forgets the webhook's failures, and sends waiting deliveries at once. A webhook that the provider has disabled (`disabled_reason`: `operator`) can be enabled only by the provider: 422.",
  refuses: true,
  response: () => doneOf("Webhook enabled", webhookStateSchema),
  async answer({ reseller_uuid, uuid, keep }) {
    const key = { reseller_uuid, uuid };
    return answerOf(await enable(key, (webhook) => keep(answerOf(webhook))));
  },
});

function answerOf(webhook: WebhookRecord) {
  return done("Webhook enabled", presentWebhookState(webhook));
}
