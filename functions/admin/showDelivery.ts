import { presentWholeDelivery } from "../../shared/deliveries/presentDelivery.ts";
import { getDelivery } from "../../shared/deliveries/readDeliveries.ts";
import { unlessGone } from "../../shared/lists/changeListed.ts";
import { command } from "./command.ts";
import { deliveryFields, noDelivery, requireDeliveriesOf } from "./delivery.ts";

/** A delivery with all its attempts and the body that is sent. */
export const showDelivery = command(deliveryFields, async ({ uuid, webhook_uuid }) => {
  const webhook = await requireDeliveriesOf(webhook_uuid);
  const delivery = await unlessGone(getDelivery(webhook, uuid));
  if (delivery === undefined) throw noDelivery({ uuid, webhook_uuid });
  return presentWholeDelivery(delivery);
});
