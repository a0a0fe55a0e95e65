import { postEndpoint } from "../../../shared/http/postEndpoint.ts";
import { done } from "../../../shared/http/responses.ts";
import { requestTestEvent } from "../../../shared/webhooks/webhook.ts";

/** Sends a test event to this webhook only, also if it is disabled or asks for other types. */
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
