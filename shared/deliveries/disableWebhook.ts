import { DeliveryLane } from "../entities/deliveryLane.ts";
import { Webhook } from "../entities/webhook.ts";
import type { OwnedKey } from "../lists/listedKind.ts";
import { writeIfTrue } from "../table/transact.ts";
import { timestamp } from "../time.ts";

/**
 * Disables a webhook, unless it is already, and removes its lane; its retries wait until it is
 * enabled again. That the reseller hears of it follows from the table's stream.
 */
export async function disableWebhook(
  { reseller_uuid, uuid }: OwnedKey,
  { reason, now }: { reason: "gone" | "failing"; now: Date },
) {
  await writeIfTrue(() =>
    Webhook.patch({ reseller_uuid, uuid })
      .set({ disabled_at: timestamp(now), disabled_reason: reason })
      .where(({ disabled_at }, { notExists }) => notExists(disabled_at))
      .go(),
  );
  await DeliveryLane.delete({ reseller_uuid, uuid }).go();
}
