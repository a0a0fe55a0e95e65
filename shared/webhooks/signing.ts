import { createHmac, createSecretKey, hkdfSync } from "node:crypto";
import type { RetiredSecret, WebhookRecord } from "../entities/webhook.ts";
import { requireEnv } from "../platform/env.ts";
import { Overloaded } from "../platform/errors.ts";
import { describeError, log } from "../platform/log.ts";
import { readSecret } from "../platform/secret.ts";

const PREFIX = "whsec_";
const SECRET_BYTES = 32;

/** The most retired secrets that still sign: each makes the header longer. */
export const RETIRED_SECRETS = 4;

type Webhook = Pick<WebhookRecord, "reseller_uuid" | "uuid" | "secret_generation"> & {
  retired_secrets?: RetiredSecret[] | undefined;
};

/**
 * The secret of a webhook in the form of Standard Webhooks 1.0.0, `whsec_` and base64. It is derived from
 * the service's signing key (HKDF, RFC 5869) and never stored.
 */
export function secretOf(signingKey: string, webhook: Webhook): string {
  return derive(signingKey, webhook, webhook.secret_generation);
}

/** All secrets that sign now, the current one first; a retired secret signs for a day. */
export function signingSecrets(signingKey: string, webhook: Webhook, now: Date): string[] {
  return [
    secretOf(signingKey, webhook),
    ...retiredSecrets(webhook, now).map(({ generation }) =>
      derive(signingKey, webhook, generation),
    ),
  ];
}

/** The retired secrets that still sign, the oldest first. */
export function retiredSecrets({ retired_secrets = [] }: Webhook, now: Date): RetiredSecret[] {
  return retired_secrets.filter(({ until }) => new Date(until) > now);
}

function derive(signingKey: string, { reseller_uuid, uuid }: Webhook, generation: number): string {
  const purpose = `webhook/${reseller_uuid}/${uuid}/${generation}`;
  const bytes = hkdfSync("sha256", signingKey, "", purpose, SECRET_BYTES);
  return `${PREFIX}${Buffer.from(bytes).toString("base64")}`;
}

/** The content that Standard Webhooks 1.0.0 signs. */
interface Signed {
  id: string;
  /** The time of the attempt in seconds since 1970. */
  timestamp: number;
  body: string;
}

/** Makes the three headers of Standard Webhooks 1.0.0. */
export type Signer = (signed: Signed) => Record<string, string>;

/** A signer with these secrets (`whsec_…`), each of which adds a signature. */
export function signerOf(secrets: string[]): Signer {
  const keys = secrets.map((secret) => createSecretKey(secret.slice(PREFIX.length), "base64"));
  return ({ id, timestamp, body }) => {
    const content = `${id}.${timestamp}.${body}`;
    const signatures = keys.map(
      (key) => `v1,${createHmac("sha256", key).update(content).digest("base64")}`,
    );
    return {
      "webhook-id": id,
      "webhook-timestamp": String(timestamp),
      "webhook-signature": signatures.join(" "),
    };
  };
}

const MIN_KEY_LENGTH = 32;

let cachedKey: Promise<string> | undefined;

/**
 * The key from which the secrets of all webhooks are derived, read once per container. Throws Overloaded if it is
 * missing or damaged, until an operator restores it.
 */
export function readSigningKey(): Promise<string> {
  cachedKey ??= readKey().catch((cause) => {
    cachedKey = undefined;
    log("error", "the signing key can't be read", describeError(cause));
    throw new Overloaded("The signing key can't be read", { cause });
  });
  return cachedKey;
}

async function readKey(): Promise<string> {
  const key = await readSecret(requireEnv("SIGNING_KEY_SECRET_ARN"));
  if (key.length >= MIN_KEY_LENGTH) return key;
  throw new Error(`The signing key is shorter than ${MIN_KEY_LENGTH} characters`);
}
