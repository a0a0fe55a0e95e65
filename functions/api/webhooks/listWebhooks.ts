import { Webhook } from "../../../shared/entities/webhook.ts";
import { endpoint } from "../../../shared/http/endpoint.ts";
import { listOf } from "../../../shared/http/envelopes.ts";
import { fetched } from "../../../shared/http/responses.ts";
import { presentWebhook } from "../../../shared/webhooks/webhook.ts";
import { webhookSchema } from "../../../shared/webhooks/webhookSchemas.ts";

/** Lists the reseller's webhooks, oldest first; `createWebhook` limits their number, so there are no pages. */
export const listWebhooks = endpoint({
  route: "GET /v1/webhooks",
  id: "listWebhooks",
  summary: "List your webhooks",
  details: "All webhooks, oldest first, on one page.",
  response: () => listOf(webhookSchema),
  async answer({ reseller_uuid }) {
    const { data } = await Webhook.query
      .ofReseller({ reseller_uuid })
      .go({ consistent: true, pages: "all" });
    return fetched(data.map(presentWebhook));
  },
});
