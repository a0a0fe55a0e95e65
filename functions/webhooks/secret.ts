import type * as z from "zod/mini";
import type { WebhookRecord } from "../../shared/entities/webhook.ts";
import { readSigningKey, retiredSecrets, secretOf } from "../events/signing.ts";
import type { webhookSecretSchema } from "../events/webhookSchemas.ts";

type SecretAnswer = z.output<typeof webhookSecretSchema>;

/** What the answer about a secret is made from: all of it but the secret, which is stored nowhere. */
export type SecretState = Pick<WebhookRecord, "reseller_uuid" | "uuid" | "secret_generation"> &
  Pick<SecretAnswer, "retired">;

/** Which secret a webhook has now, and until when each of those that it replaced signs as well. */
export function secretStateOf(webhook: WebhookRecord): SecretState {
  const { reseller_uuid, uuid, secret_generation } = webhook;
  const retired = retiredSecrets(webhook, new Date()).map(({ until }) => ({ until }));
  return { reseller_uuid, uuid, secret_generation, retired };
}

/** The secret itself, and when those that it replaced end. */
export async function presentSecret(state: SecretState): Promise<SecretAnswer> {
  return { secret: secretOf(await readSigningKey(), state), retired: state.retired };
}
