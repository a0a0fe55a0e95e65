import type { DeliveryRecord } from "../../../shared/entities/delivery.ts";
import { pathUuid } from "../../../shared/http/endpoint.ts";
import { postEndpoint } from "../../../shared/http/postEndpoint.ts";
import { done } from "../../../shared/http/responses.ts";
import { presentDelivery } from "../../../shared/webhooks/presentDelivery.ts";
import { replayDelivery as replay } from "../../../shared/webhooks/replay.ts";

export const replayDelivery = postEndpoint({
  record: "webhooks",
  async answer({ reseller_uuid, uuid: webhook_uuid, event, keep }) {
    const uuid = pathUuid(event, "deliveries");
    const webhook = { reseller_uuid, webhook_uuid };
    return answerOf(await replay(webhook, uuid, (delivery) => keep(answerOf(delivery))));
  },
});

function answerOf(delivery: DeliveryRecord) {
  return done("Delivery will be sent again", presentDelivery(delivery));
}
