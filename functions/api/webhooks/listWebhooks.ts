import { Webhook } from "../../../shared/entities/webhook.ts";
import { endpoint } from "../../../shared/http/endpoint.ts";
import { fetched } from "../../../shared/http/responses.ts";
import { presentWebhook } from "../../../shared/webhooks/webhook.ts";

/** Lists the reseller's webhooks, oldest first; `createWebhook` limits their number, so there are no pages. */
export const listWebhooks = endpoint({
  async answer({ reseller_uuid }) {
    const { data } = await Webhook.query
      .ofReseller({ reseller_uuid })
      .go({ consistent: true, pages: "all" });
    return fetched(data.map(presentWebhook));
  },
});
