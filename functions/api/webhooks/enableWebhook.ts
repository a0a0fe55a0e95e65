import type { WebhookRecord } from "../../../shared/entities/webhook.ts";
import { postEndpoint } from "../../../shared/http/postEndpoint.ts";
import { done } from "../../../shared/http/responses.ts";
import { enableWebhook as enable } from "../../../shared/webhooks/webhook.ts";
import { presentWebhookState } from "./webhook.ts";

/** Enables a webhook unless an operator disabled it; sends its pending deliveries now, also if it was enabled. */
export const enableWebhook = postEndpoint({
  record: "webhooks",
  async answer({ reseller_uuid, uuid, keep }) {
    const key = { reseller_uuid, uuid };
    return answerOf(await enable(key, "reseller", (webhook) => keep(answerOf(webhook))));
  },
});

function answerOf(webhook: WebhookRecord) {
  return done("Webhook enabled", presentWebhookState(webhook));
}
