import { endpoint, pathUuid } from "../../../shared/http/endpoint.ts";
import { fetched } from "../../../shared/http/responses.ts";
import { showDelivery } from "../../../shared/webhooks/deliveryLog.ts";
import { presentWholeDelivery } from "../../../shared/webhooks/presentDelivery.ts";

export const fetchDelivery = endpoint({
  record: "webhooks",
  async answer({ reseller_uuid, uuid: webhook_uuid, event }) {
    const uuid = pathUuid(event, "deliveries");
    const delivery = await showDelivery({ reseller_uuid, webhook_uuid }, uuid);
    return fetched(await presentWholeDelivery(delivery));
  },
});
