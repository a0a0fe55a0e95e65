import { noteRemover } from "../../shared/auditLog/noteRemover.ts";
import { DeliveryLane } from "../../shared/entities/deliveryLane.ts";
import { Reseller } from "../../shared/entities/reseller.ts";
import { Webhook } from "../../shared/entities/webhook.ts";
import { RecordNotFound } from "../../shared/errors.ts";
import { preconditionOf } from "../../shared/http/conditions.ts";
import { endpoint } from "../../shared/http/endpoint.ts";
import { deleted } from "../../shared/http/responses.ts";
import type { OwnedKey } from "../../shared/table/entity.ts";
import { retryOnConflict, transact, type Write, write } from "../../shared/table/transact.ts";
import { laneUnchanged } from "../events/lane.ts";
import { webhookUnchanged } from "../events/webhook.ts";
import { getWebhookWithLane, showWebhook } from "./webhook.ts";

export const deleteWebhook = endpoint({
  record: "webhooks",
  async answer({ reseller_uuid, uuid, event }) {
    const key = { reseller_uuid, uuid };
    const check = preconditionOf(event, showWebhook);
    await retryOnConflict(async () => {
      const found = await getWebhookWithLane(key);
      await check?.(found);
      const remover = await noteRemover(Webhook, key);
      if (remover === undefined) throw new RecordNotFound("webhooks");
      await transact(
        write(Webhook, (webhook) =>
          webhook
            .remove(key)
            .where(webhookUnchanged(found.webhook))
            .where(({ changed_by }, { eq }) => eq(changed_by, remover))
            .commit(),
        ),
        write(Reseller, (reseller) =>
          reseller.patch({ uuid: reseller_uuid }).add({ webhook_count: -1 }).commit(),
        ),
        ...(check ? [laneCheck(key, found.lane)] : []),
      );
    });
    return deleted("Webhook");
  },
});

type Found = Awaited<ReturnType<typeof getWebhookWithLane>>;

/** Checks that the lane has not changed, since GET of a webhook shows a field of the lane. */
function laneCheck(key: OwnedKey, found: Found["lane"]): Write {
  return write(DeliveryLane, (lane) =>
    lane
      .check(key)
      .where(found ? laneUnchanged(found) : ({ due_at }, { notExists }) => notExists(due_at))
      .commit(),
  );
}
