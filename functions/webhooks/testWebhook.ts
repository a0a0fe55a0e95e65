import { requestTestEvent } from "../../shared/deliveries/webhook.ts";
import { postEndpoint } from "../../shared/http/postEndpoint.ts";
import { done } from "../../shared/http/responses.ts";

/** The event reaches this webhook only, also when it is disabled or asked for other types. */
export const testWebhook = postEndpoint({
  record: "webhooks",
  async answer({ reseller_uuid, uuid, keep }) {
    const key = { reseller_uuid, uuid };
    return answerOf(await requestTestEvent(key, (event_id) => keep(answerOf(event_id))));
  },
});

function answerOf(event_id: string) {
  return done("Test event requested", { event_id });
}
