import type * as z from "zod/mini";
import { retiredSecrets, secretOf } from "../../shared/deliveries/secrets.ts";
import { readSigningKey } from "../../shared/deliveries/signingKey.ts";
import type { WebhookRecord } from "../../shared/entities/webhook.ts";
import type { webhookSecretSchema } from "../../shared/resources/schemas.ts";

/** The secret of a webhook, and until when each of those that it replaced signs as well. */
export async function presentSecret(
  webhook: WebhookRecord,
): Promise<z.output<typeof webhookSecretSchema>> {
  return {
    secret: secretOf(await readSigningKey(), webhook),
    retired: retiredSecrets(webhook, new Date()).map(({ until }) => ({ until })),
  };
}
