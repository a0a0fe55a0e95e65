import { Reseller } from "../../shared/entities/reseller.ts";
import { Webhook } from "../../shared/entities/webhook.ts";
import { RecordNotFound } from "../../shared/errors.ts";
import { endpoint } from "../../shared/http/endpoint.ts";
import { deleted } from "../../shared/http/envelopes.ts";
import { transactIfTrue, write } from "../../shared/table/transact.ts";

export const deleteWebhook = endpoint({
  record: "webhooks",
  async answer({ reseller_uuid, uuid }) {
    const written = await transactIfTrue(
      write(Webhook, (webhook) => webhook.remove({ reseller_uuid, uuid }).commit()),
      write(Reseller, (reseller) =>
        reseller.patch({ uuid: reseller_uuid }).add({ webhook_count: -1 }).commit(),
      ),
    );
    if (!written) throw new RecordNotFound("webhooks");
    return deleted("Webhook");
  },
});
