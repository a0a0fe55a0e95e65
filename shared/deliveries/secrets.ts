import { hkdfSync } from "node:crypto";
import type { RetiredSecret, WebhookRecord } from "../entities/webhook.ts";

const SECRET_BYTES = 32;

/** How many secrets that were replaced sign at a time: each makes the header longer. */
export const RETIRED_SECRETS = 4;

type Webhook = Pick<WebhookRecord, "reseller_uuid" | "uuid" | "secret_generation"> & {
  retired_secrets?: RetiredSecret[] | undefined;
};

/**
 * The secret of a webhook, as Standard Webhooks 1.0.0 writes one: `whsec_` and base64. It is derived
 * from the service's signing key (HKDF, RFC 5869) and stored nowhere.
 */
export function secretOf(signingKey: string, webhook: Webhook): string {
  return derive(signingKey, webhook, webhook.secret_generation);
}

/** All secrets that sign a delivery now, the current one first: a rotation's old one signs for a day. */
export function signingSecrets(signingKey: string, webhook: Webhook, now: Date): string[] {
  return [
    secretOf(signingKey, webhook),
    ...retiredSecrets(webhook, now).map(({ generation }) =>
      derive(signingKey, webhook, generation),
    ),
  ];
}

/** The secrets that were replaced and sign still, the oldest first. */
export function retiredSecrets({ retired_secrets = [] }: Webhook, now: Date): RetiredSecret[] {
  return retired_secrets.filter(({ until }) => new Date(until) > now);
}

function derive(signingKey: string, { reseller_uuid, uuid }: Webhook, generation: number): string {
  const purpose = `webhook/${reseller_uuid}/${uuid}/${generation}`;
  const bytes = hkdfSync("sha256", signingKey, "", purpose, SECRET_BYTES);
  return `whsec_${Buffer.from(bytes).toString("base64")}`;
}
