import type * as z from "zod/mini";
import type { WebhookRecord } from "../../../shared/entities/webhook.ts";
import { readSigningKey, retiredSecrets, secretOf } from "../../../shared/webhooks/signing.ts";
import type { webhookSecretSchema } from "../../../shared/webhooks/webhookSchemas.ts";

type SecretAnswer = z.output<typeof webhookSecretSchema>;

/** The answer about a secret without the secret itself, which is never stored. */
type SecretState = Pick<WebhookRecord, "reseller_uuid" | "uuid" | "secret_generation"> &
  Pick<SecretAnswer, "retired">;

/** The current secret's number, and the end of each replaced secret that still signs. */
export function secretStateOf(webhook: WebhookRecord): SecretState {
  const { reseller_uuid, uuid, secret_generation } = webhook;
  const retired = retiredSecrets(webhook, new Date()).map(({ until }) => ({ until }));
  return { reseller_uuid, uuid, secret_generation, retired };
}

/** The answer with the secret. */
export async function presentSecret(state: SecretState): Promise<SecretAnswer> {
  return { secret: secretOf(await readSigningKey(), state), retired: state.retired };
}
