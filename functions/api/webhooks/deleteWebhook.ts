import { noteRemover } from "../../../shared/auditLog/noteRemover.ts";
import { Reseller } from "../../../shared/entities/reseller.ts";
import { Webhook } from "../../../shared/entities/webhook.ts";
import { WebhookHealth, type WebhookHealthRecord } from "../../../shared/entities/webhookHealth.ts";
import { preconditionOf } from "../../../shared/http/conditions.ts";
import { endpoint } from "../../../shared/http/endpoint.ts";
import { deletedOf } from "../../../shared/http/envelopes.ts";
import { deleted } from "../../../shared/http/responses.ts";
import { RecordNotFound } from "../../../shared/platform/errors.ts";
import type { OwnedKey } from "../../../shared/platform/table/entity.ts";
import {
  retryOnConflict,
  transact,
  type Write,
  write,
} from "../../../shared/platform/table/transact.ts";
import { webhookUnchanged } from "../../../shared/webhooks/webhook.ts";
import { getWebhookWithHealth, showWebhook } from "./webhook.ts";

export const deleteWebhook = endpoint({
  route: "DELETE /v1/webhooks/{webhook_uuid}",
  id: "deleteWebhook",
  summary: "Delete a webhook",
  details: "Nothing more is sent to it.",
  response: () => deletedOf("Webhook"),
  async answer({ reseller_uuid, uuid, event }) {
    const key = { reseller_uuid, uuid };
    const check = preconditionOf(event, showWebhook);
    await retryOnConflict(async () => {
      const found = await getWebhookWithHealth(key);
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
        ...(check ? [healthCheck(key, found.health)] : []),
      );
    });
    return deleted("Webhook");
  },
});

/** Checks that the field of the health that GET of a webhook shows has not changed. */
function healthCheck(
  key: OwnedKey,
  { failing_since: before }: Partial<WebhookHealthRecord> = {},
): Write {
  return write(WebhookHealth, (health) =>
    health
      .check(key)
      .where(({ failing_since }, { eq, notExists }) =>
        before ? eq(failing_since, before) : notExists(failing_since),
      )
      .commit(),
  );
}
