import * as z from "zod/mini";
import { doneOf } from "../../../shared/http/envelopes.ts";
import { postEndpoint } from "../../../shared/http/postEndpoint.ts";
import { done } from "../../../shared/http/responses.ts";
import { requestTestEvent } from "../../../shared/webhooks/webhook.ts";
import { deliverySchema } from "../../../shared/webhooks/webhookSchemas.ts";

/** Sends a test event to this webhook only, also if it is disabled or asks for other types. */
export const testWebhook = postEndpoint({
  route: "POST /v1/webhooks/{webhook_uuid}/test",
  id: "testWebhook",
  summary: "Send a test event",
  details:
    "Sends it to this webhook only, even if the webhook is disabled or asked for other types.",
  response: () =>
    doneOf("Test event requested", z.strictObject({ event_id: deliverySchema.shape.event_id })),
  async answer({ reseller_uuid, uuid, keep }) {
    const key = { reseller_uuid, uuid };
    return answerOf(await requestTestEvent(key, (event_id) => keep(answerOf(event_id))));
  },
});

function answerOf(event_id: string) {
  return done("Test event requested", { event_id });
}
