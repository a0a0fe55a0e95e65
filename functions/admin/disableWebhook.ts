import { DeliveryLane } from "../../shared/entities/deliveryLane.ts";
import { Webhook } from "../../shared/entities/webhook.ts";
import { writeIfTrue } from "../../shared/table/transact.ts";
import { timestamp } from "../../shared/time.ts";
import { command } from "./command.ts";
import { readWebhook, requireWebhook, webhook_uuid } from "./webhook.ts";

/** Has nothing more sent to a webhook until it is enabled again. One that is disabled stays as it is. */
export const disableWebhook = command({ uuid: webhook_uuid }, async ({ uuid }) => {
  const key = await requireWebhook(uuid);
  await writeIfTrue(() =>
    Webhook.patch(key)
      .set({ disabled_at: timestamp(), disabled_reason: "operator" })
      .where(({ disabled_at }, { notExists }) => notExists(disabled_at))
      .go(),
  );
  await DeliveryLane.delete(key).go();
  return await readWebhook(key);
});
