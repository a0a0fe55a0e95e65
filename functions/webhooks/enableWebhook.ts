import { enableWebhook as enable } from "../../shared/deliveries/changeWebhook.ts";
import { endpoint } from "../../shared/http/endpoint.ts";
import { done } from "../../shared/http/responses.ts";
import { presentWebhookState } from "./webhook.ts";

/** Not of one that an operator has disabled. Also of a webhook that is enabled: what waits for its endpoint is sent at once. */
export const enableWebhook = endpoint({
  record: "webhooks",
  async answer({ reseller_uuid, uuid }) {
    const webhook = await enable({ reseller_uuid, uuid }, "reseller");
    return done("Webhook enabled", presentWebhookState(webhook));
  },
});
