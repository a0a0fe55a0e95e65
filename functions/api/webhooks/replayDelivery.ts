import type { DeliveryRecord } from "../../../shared/entities/delivery.ts";
import { pathUuid } from "../../../shared/http/endpoint.ts";
import { doneOf } from "../../../shared/http/envelopes.ts";
import { postEndpoint } from "../../../shared/http/postEndpoint.ts";
import { done } from "../../../shared/http/responses.ts";
import { presentDelivery } from "../../../shared/webhooks/presentDelivery.ts";
import { replayDelivery as replay } from "../../../shared/webhooks/replay.ts";
import { deliverySchema } from "../../../shared/webhooks/webhookSchemas.ts";

export const replayDelivery = postEndpoint({
  route: "POST /v1/webhooks/{webhook_uuid}/deliveries/{delivery_uuid}/replay",
  id: "replayDelivery",
  summary: "Send a delivery again",
  details: "Sends it now, with the same event id, even if the endpoint fails.",
  response: () => doneOf("Delivery will be sent again", deliverySchema),
  async answer({ reseller_uuid, uuid: webhook_uuid, event, keep }) {
    const uuid = pathUuid(event, "delivery_uuid");
    const webhook = { reseller_uuid, webhook_uuid };
    return answerOf(await replay(webhook, uuid, (delivery) => keep(answerOf(delivery))));
  },
});

function answerOf(delivery: DeliveryRecord) {
  return done("Delivery will be sent again", presentDelivery(delivery));
}
