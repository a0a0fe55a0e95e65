import { endpoint } from "../../../shared/http/endpoint.ts";
import { fetched } from "../../../shared/http/responses.ts";
import { getWebhook } from "../../../shared/webhooks/webhook.ts";
import { presentSecret, secretStateOf } from "./secret.ts";

export const fetchSecret = endpoint({
  record: "webhooks",
  tellsSecret: true,
  async answer({ reseller_uuid, uuid }) {
    return fetched(await presentSecret(secretStateOf(await getWebhook({ reseller_uuid, uuid }))));
  },
});
