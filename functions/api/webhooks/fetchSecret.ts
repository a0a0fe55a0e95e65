import { endpoint } from "../../../shared/http/endpoint.ts";
import { fetchedOf } from "../../../shared/http/envelopes.ts";
import { fetched } from "../../../shared/http/responses.ts";
import { getWebhook } from "../../../shared/webhooks/webhook.ts";
import { webhookSecretSchema } from "../../../shared/webhooks/webhookSchemas.ts";
import { presentSecret, secretStateOf } from "./secret.ts";

export const fetchSecret = endpoint({
  route: "GET /v1/webhooks/{webhook_uuid}/secret",
  id: "fetchSecret",
  summary: "Fetch the secret of a webhook",
  details: "Treat it like a password.",
  response: () => fetchedOf(webhookSecretSchema),
  tellsSecret: true,
  async answer({ reseller_uuid, uuid }) {
    return fetched(await presentSecret(secretStateOf(await getWebhook({ reseller_uuid, uuid }))));
  },
});
