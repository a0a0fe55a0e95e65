import { isUnavailable } from "../platform/awsClient.ts";
import { requireEnv } from "../platform/env.ts";
import { Overloaded } from "../platform/errors.ts";
import { describeError, log } from "../platform/log.ts";
import { putMetrics, SIGNING_KEY_FAULTS } from "../platform/metrics.ts";
import { readSecret } from "../platform/secret.ts";

const MIN_KEY_LENGTH = 32;
const RETRY_AFTER_SECONDS = 60;

/**
 * The signing key is missing or damaged. Until an operator restores it, nothing is signed: secrets are
 * answered with 503 and deliveries wait.
 */
export class SigningKeyUnusable extends Overloaded {
  override readonly name = "SigningKeyUnusable";
  override readonly retryAfterSeconds = RETRY_AFTER_SECONDS;
}

let known: Promise<string> | undefined;

/** Reads the signing key once per container, as `checkSigningKey` does, and reports one that can't be used. */
export function readSigningKey(): Promise<string> {
  known ??= checkSigningKey().catch((error) => {
    known = undefined;
    if (error instanceof SigningKeyUnusable) {
      log("error", "the signing key can't be used", describeError(error));
      putMetrics({ [SIGNING_KEY_FAULTS]: 1 });
    }
    throw error;
  });
  return known;
}

/**
 * Reads the key from which the secrets of all webhooks are derived, from Secrets Manager. Throws
 * SigningKeyUnusable if there is none.
 */
export async function checkSigningKey(): Promise<string> {
  const key = await readKey();
  if (key.length < MIN_KEY_LENGTH) {
    throw new SigningKeyUnusable(`The signing key is shorter than ${MIN_KEY_LENGTH} characters`);
  }
  return key;
}

async function readKey(): Promise<string> {
  try {
    return await readSecret(requireEnv("SIGNING_KEY_SECRET_ARN"));
  } catch (cause) {
    if (isUnavailable(cause)) throw cause;
    throw new SigningKeyUnusable("The signing key can't be read", { cause });
  }
}
