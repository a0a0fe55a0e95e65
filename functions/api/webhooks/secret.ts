import type * as z from "zod/mini";
import type { WebhookRecord } from "../../../shared/entities/webhook.ts";
import { endpoint } from "../../../shared/http/endpoint.ts";
import { doneOf, fetchedOf } from "../../../shared/http/envelopes.ts";
import { postEndpoint } from "../../../shared/http/postEndpoint.ts";
import { done, fetched } from "../../../shared/http/responses.ts";
import { TooManyRequests } from "../../../shared/platform/errors.ts";
import { timestamp } from "../../../shared/platform/time.ts";
import {
  RETIRED_SECRETS,
  readSigningKey,
  retiredSecrets,
  secretOf,
} from "../../../shared/webhooks/signing.ts";
import { changeWebhook, getWebhook } from "../../../shared/webhooks/webhook.ts";
import { webhookSecretSchema } from "../../../shared/webhooks/webhookSchemas.ts";

type SecretAnswer = z.output<typeof webhookSecretSchema>;

/** The answer about a secret without the secret itself, which is never stored. */
type SecretState = Pick<WebhookRecord, "reseller_uuid" | "uuid" | "secret_generation"> &
  Pick<SecretAnswer, "retired">;

/** The current secret's number, and the end of each replaced secret that still signs. */
function secretStateOf(webhook: WebhookRecord): SecretState {
  const { reseller_uuid, uuid, secret_generation } = webhook;
  const retired = retiredSecrets(webhook, new Date()).map(({ until }) => ({ until }));
  return { reseller_uuid, uuid, secret_generation, retired };
}

/** The answer with the secret. */
async function presentSecret(state: SecretState): Promise<SecretAnswer> {
  return { secret: secretOf(await readSigningKey(), state), retired: state.retired };
}

export const fetchSecret = endpoint({
  route: "GET /v1/webhooks/{webhook_uuid}/secret",
  id: "fetchSecret",
  summary: "Fetch the secret of a webhook",
  details: "Treat it like a password.",
  response: () => fetchedOf(webhookSecretSchema),
  tellsSecret: true,
  async answer({ reseller_uuid, uuid }) {
    return fetched(await presentSecret(secretStateOf(await getWebhook({ reseller_uuid, uuid }))));
  },
});

/** How long a replaced secret still signs deliveries. */
const RETIREMENT_MS = 24 * 60 * 60 * 1000;

export const rotateSecret = postEndpoint({
  route: "POST /v1/webhooks/{webhook_uuid}/secret/rotate",
  id: "rotateSecret",
  summary: "Replace the secret of a webhook",
  details:
    "The replaced secret still signs for 24 hours. At most four replaced secrets are valid at a time.",
  response: () => doneOf("Secret rotated", webhookSecretSchema),
  tellsSecret: true,
  async answer({ reseller_uuid, uuid, keep }) {
    const rotate = async (webhook: WebhookRecord) => {
      // Nothing is rotated as long as the new secret could not be answered.
      await readSigningKey();
      const now = new Date();
      const retired = retiredSecrets(webhook, now);
      const [first] = retired;
      if (first && retired.length >= RETIRED_SECRETS) throw tooManySecrets(first.until, now);
      const until = timestamp(new Date(now.getTime() + RETIREMENT_MS));
      return {
        secret_generation: webhook.secret_generation + 1,
        retired_secrets: [...retired, { generation: webhook.secret_generation, until }],
        updated_at: timestamp(now),
      };
    };
    const key = { reseller_uuid, uuid };
    await changeWebhook(key, rotate, (webhook) => keep(secretStateOf(webhook)));
  },
  // Secrets are not stored, so the kept answer has none either.
  reveal: async (state: SecretState) => done("Secret rotated", await presentSecret(state)),
});

function tooManySecrets(until: string, now: Date) {
  const message = `${RETIRED_SECRETS} secrets that were replaced are still valid, the first until ${until}`;
  return new TooManyRequests(message, (Date.parse(until) - now.getTime()) / 1000);
}
