import type { WebhookKey } from "../../shared/deliveries/deliveryPlaces.ts";
import { uuid, WrongInput } from "./command.ts";
import { requireWebhook, webhook_uuid } from "./webhook.ts";

/** What the commands about one delivery take. */
export const deliveryFields = { uuid: uuid("The delivery", "delivery list"), webhook_uuid };

/** The webhook that deliveries belong to; throws WrongInput when there is none. */
export async function requireDeliveriesOf(webhook_uuid: string): Promise<WebhookKey> {
  const { reseller_uuid } = await requireWebhook(webhook_uuid);
  return { reseller_uuid, webhook_uuid };
}

export function noDelivery({ uuid, webhook_uuid }: { uuid: string; webhook_uuid: string }) {
  return new WrongInput(
    `Webhook ${webhook_uuid} has no delivery ${uuid}: "delivery list" shows those of the last 30 days.`,
  );
}
