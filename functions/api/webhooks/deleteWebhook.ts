import { Webhook } from "../../../shared/entities/webhook.ts";
import { preconditionOf } from "../../../shared/http/conditions.ts";
import { endpoint } from "../../../shared/http/endpoint.ts";
import { deletedOf } from "../../../shared/http/envelopes.ts";
import { deleted } from "../../../shared/http/responses.ts";
import { noteRemover } from "../../../shared/lists/changeListed.ts";
import { RecordNotFound } from "../../../shared/platform/errors.ts";
import { retryOnConflict, transact } from "../../../shared/platform/table/transact.ts";
import { healthCheck } from "../../../shared/webhooks/health.ts";
import { webhookRemoval } from "../../../shared/webhooks/webhook.ts";
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
        ...webhookRemoval(found.webhook, remover),
        ...(check ? [healthCheck(key, found.health)] : []),
      );
    });
    return deleted("Webhook");
  },
});
