import { presentDelivery } from "../../shared/deliveries/presentDelivery.ts";
import { replayDelivery as replay } from "../../shared/deliveries/replay.ts";
import { endpoint, pathUuid } from "../../shared/http/endpoint.ts";
import { done } from "../../shared/http/responses.ts";

export const replayDelivery = endpoint({
  record: "webhooks",
  async answer({ reseller_uuid, uuid: webhook_uuid, event }) {
    const uuid = pathUuid(event, "deliveries");
    const delivery = await replay({ reseller_uuid, webhook_uuid }, uuid);
    return done("Delivery will be sent again", presentDelivery(delivery));
  },
});
