import { DeliveryLane, type DeliveryLaneRecord } from "../../shared/entities/deliveryLane.ts";
import { Webhook } from "../../shared/entities/webhook.ts";
import { batchGet, lookup } from "../../shared/table/batch.ts";
import { command } from "./command.ts";
import { requireReseller, reseller_uuid } from "./reseller.ts";
import { describeWebhook } from "./webhook.ts";

/** All webhooks of a reseller, oldest first; there are 1,000 at most. */
export const listWebhooks = command({ reseller_uuid }, async ({ reseller_uuid }) => {
  await requireReseller(reseller_uuid);
  const { data } = await Webhook.query
    .ofReseller({ reseller_uuid })
    .go({ consistent: true, pages: "all" });
  const lanes = await batchGet(
    ...data.map(({ uuid }) => lookup<DeliveryLaneRecord>(DeliveryLane, { reseller_uuid, uuid })),
  );
  return data.map((webhook, index) => describeWebhook(webhook, lanes[index]));
});
