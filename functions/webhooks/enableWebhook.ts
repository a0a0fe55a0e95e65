import { enableWebhook as enable } from "../../shared/deliveries/webhook.ts";
import type { WebhookRecord } from "../../shared/entities/webhook.ts";
import { postEndpoint } from "../../shared/http/postEndpoint.ts";
import { done } from "../../shared/http/responses.ts";
import { presentWebhookState } from "./webhook.ts";

/** Not of one that an operator has disabled. Also of a webhook that is enabled: what waits for its endpoint is sent at once. */
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
