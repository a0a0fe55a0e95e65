import { endpoint } from "../../../shared/http/endpoint.ts";
import { getWebhookWithHealth, showWebhook } from "./webhook.ts";

export const fetchWebhook = endpoint({
  record: "webhooks",
  async answer({ reseller_uuid, uuid }) {
    return showWebhook(await getWebhookWithHealth({ reseller_uuid, uuid }));
  },
});
