import { Reseller } from "../../shared/entities/reseller.ts";
import { Webhook } from "../../shared/entities/webhook.ts";
import { ValidationFailed } from "../../shared/errors.ts";
import { postEndpoint } from "../../shared/http/postEndpoint.ts";
import { created } from "../../shared/http/responses.ts";
import { WEBHOOKS_PER_RESELLER } from "../../shared/limits/recordLimits.ts";
import { transactIfTrue, write } from "../../shared/table/transact.ts";
import { timestamp } from "../../shared/time.ts";
import { newUuid } from "../../shared/uuid.ts";
import { presentWebhook } from "../events/presentWebhook.ts";
import { webhookBody } from "./webhook.ts";

export const createWebhook = postEndpoint({
  body: webhookBody,
  async answer({ reseller_uuid, body, keep }) {
    const now = timestamp();
    const webhook = {
      reseller_uuid,
      uuid: newUuid(),
      endpoint: body.endpoint ?? body.hostname ?? "",
      ...(body.events && { events: body.events }),
      secret_generation: 1,
      test_count: 0,
      created_at: now,
      updated_at: now,
    };
    const answer = created("Webhook", presentWebhook(webhook));
    const written = await transactIfTrue(
      write(Reseller, (reseller) =>
        reseller
          .patch({ uuid: reseller_uuid })
          .add({ webhook_count: 1 })
          .where(({ webhook_count }, { lt }) => lt(webhook_count, WEBHOOKS_PER_RESELLER))
          .commit(),
      ),
      write(Webhook, (entity) => entity.create(webhook).commit()),
      ...keep(answer),
    );
    if (!written) {
      const max = `There can be ${WEBHOOKS_PER_RESELLER} webhooks at most`;
      throw new ValidationFailed({ [body.endpoint ? "endpoint" : "hostname"]: { max } });
    }
    return answer;
  },
});
