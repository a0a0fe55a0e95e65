import { presentDelivery } from "../../shared/deliveries/presentDelivery.ts";
import { replayDelivery as replay } from "../../shared/deliveries/replay.ts";
import { unlessGone } from "../../shared/lists/changeListed.ts";
import { command } from "./command.ts";
import { deliveryFields, noDelivery, requireDeliveriesOf } from "./delivery.ts";

/** Has a delivery sent again, now, as if it had never been tried. */
export const replayDelivery = command(deliveryFields, async ({ uuid, webhook_uuid }) => {
  const webhook = await requireDeliveriesOf(webhook_uuid);
  const delivery = await unlessGone(replay(webhook, uuid));
  if (delivery === undefined) throw noDelivery({ uuid, webhook_uuid });
  return presentDelivery(delivery);
});
