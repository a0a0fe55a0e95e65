import { DeliveryLane } from "../entities/deliveryLane.ts";
import { Webhook } from "../entities/webhook.ts";
import type { OwnedKey } from "../lists/listedKind.ts";
import { transactIfTrue, write } from "../table/transact.ts";
import { timestamp } from "../time.ts";

/**
 * Disables a webhook and removes its lane; its retries wait until it is enabled again. Nothing is
 * done to one that is disabled already, or gone. That the reseller hears of it follows from the
 * table's stream.
 */
export async function disableWebhook(
  { reseller_uuid, uuid }: OwnedKey,
  { reason, now }: { reason: "gone" | "failing" | "operator"; now: Date },
) {
  // Together: a lane that is made by an enabling in between must stay.
  await transactIfTrue(
    write(Webhook, (webhook) =>
      webhook
        .patch({ reseller_uuid, uuid })
        .set({ disabled_at: timestamp(now), disabled_reason: reason })
        .where(({ disabled_at }, { notExists }) => notExists(disabled_at))
        .commit(),
    ),
    write(DeliveryLane, (lane) => lane.delete({ reseller_uuid, uuid }).commit()),
  );
}
