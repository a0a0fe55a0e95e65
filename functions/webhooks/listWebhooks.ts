import { Webhook } from "../../shared/entities/webhook.ts";
import { endpoint } from "../../shared/http/endpoint.ts";
import { fetched } from "../../shared/http/responses.ts";
import { presentWebhook } from "../../shared/resources/webhook.ts";

/** All webhooks of the reseller, oldest first; `createWebhook` bounds how many there are. */
export const listWebhooks = endpoint({
  async answer({ reseller_uuid }) {
    const { data } = await Webhook.query
      .ofReseller({ reseller_uuid })
      .go({ consistent: true, pages: "all" });
    return fetched(data.map(presentWebhook));
  },
});
