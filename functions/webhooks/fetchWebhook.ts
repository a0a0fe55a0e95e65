import { endpoint } from "../../shared/http/endpoint.ts";
import { getWebhookWithLane, showWebhook } from "./webhook.ts";

export const fetchWebhook = endpoint({
  record: "webhooks",
  async answer({ reseller_uuid, uuid }) {
    return showWebhook(await getWebhookWithLane({ reseller_uuid, uuid }));
  },
});
