import { endpoint, pathUuid } from "../../../shared/http/endpoint.ts";
import { fetchedOf } from "../../../shared/http/envelopes.ts";
import { fetched } from "../../../shared/http/responses.ts";
import { showDelivery } from "../../../shared/webhooks/deliveryLog.ts";
import { presentWholeDelivery } from "../../../shared/webhooks/presentDelivery.ts";
import { wholeDeliverySchema } from "../../../shared/webhooks/webhookSchemas.ts";

export const fetchDelivery = endpoint({
  route: "GET /v1/webhooks/{webhook_uuid}/deliveries/{delivery_uuid}",
  id: "fetchDelivery",
  summary: "Fetch a delivery with its body",
  response: () => fetchedOf(wholeDeliverySchema),
  async answer({ reseller_uuid, uuid: webhook_uuid, event }) {
    const uuid = pathUuid(event, "delivery_uuid");
    const delivery = await showDelivery({ reseller_uuid, webhook_uuid }, uuid);
    return fetched(await presentWholeDelivery(delivery));
  },
});
