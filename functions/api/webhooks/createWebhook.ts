import { doneOf } from "../../../shared/http/envelopes.ts";
import { postEndpoint } from "../../../shared/http/postEndpoint.ts";
import { created } from "../../../shared/http/responses.ts";
import { findReseller } from "../../../shared/limits/resellers.ts";
import { limitOf } from "../../../shared/lists/recordLimits.ts";
import { transactIfTrue } from "../../../shared/platform/table/transact.ts";
import { timestamp } from "../../../shared/platform/time.ts";
import { newUuid } from "../../../shared/platform/uuid.ts";
import { usualEvents } from "../../../shared/webhooks/catalogue.ts";
import { presentWebhook, webhookCreation } from "../../../shared/webhooks/webhook.ts";
import { webhookSchema } from "../../../shared/webhooks/webhookSchemas.ts";
import { webhookBody } from "./webhook.ts";

export const createWebhook = postEndpoint({
  route: "POST /v1/webhooks",
  id: "createWebhook",
  summary: "Register a webhook",
  details: "Send the URL as `endpoint` or as `hostname`. If both are sent, `endpoint` counts.",
  response: () => doneOf("Webhook created", webhookSchema),
  exampleBody: {
    endpoint: "https://hooks.example.com/in",
    events: ["website.down", "website.up"],
  },
  body: webhookBody,
  async answer({ reseller_uuid, body, keep }) {
    const now = timestamp();
    const webhook = {
      reseller_uuid,
      uuid: newUuid(),
      endpoint: body.endpoint ?? body.hostname ?? "",
      events: body.events?.length ? body.events : [...usualEvents],
      format: body.format,
      secret_generation: 1,
      test_count: 0,
      created_at: now,
      updated_at: now,
    };
    const answer = created("Webhook", presentWebhook(webhook));
    const field = body.endpoint ? "endpoint" : "hostname";
    const { most, exceeded } = limitOf(await findReseller(reseller_uuid), "max_webhooks", field);
    const written = await transactIfTrue(...webhookCreation(webhook, most), ...keep(answer));
    if (!written) throw exceeded;
    return answer;
  },
});
