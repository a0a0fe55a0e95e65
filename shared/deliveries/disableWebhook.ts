import { DeliveryLane } from "../entities/deliveryLane.ts";
import { Webhook } from "../entities/webhook.ts";
import type { OwnedKey } from "../lists/listedKind.ts";
import { transactIfTrue, write, writeIfTrue } from "../table/transact.ts";
import { timestamp } from "../time.ts";

/**
 * Disables a webhook and removes its lane; its retries wait until it is enabled again. Nothing is
 * done to one that is gone, or disabled already, but that an operator's reason takes the place of
 * others: then only an operator can enable it. That the reseller hears of it follows from the
 * table's stream.
 */
export async function disableWebhook(
  { reseller_uuid, uuid }: OwnedKey,
  { reason, now }: { reason: "gone" | "failing" | "operator"; now: Date },
) {
  // Together: a lane that is made by an enabling in between must stay.
  const isDone = await transactIfTrue(
    write(Webhook, (webhook) =>
      webhook
        .patch({ reseller_uuid, uuid })
        .set({ disabled_at: timestamp(now), disabled_reason: reason })
        .where(({ disabled_at }, { notExists }) => notExists(disabled_at))
        .commit(),
    ),
    write(DeliveryLane, (lane) => lane.delete({ reseller_uuid, uuid }).commit()),
  );
  if (isDone || reason !== "operator") return;
  await writeIfTrue(() =>
    Webhook.patch({ reseller_uuid, uuid })
      .set({ disabled_reason: reason })
      .where(({ disabled_at }, { exists }) => exists(disabled_at))
      .go(),
  );
}
