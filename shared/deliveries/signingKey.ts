import { clientSettings } from "../awsClient.ts";
import { requireEnv } from "../env.ts";

const SHORTEST = 32;

let known: Promise<string> | undefined;

/**
 * The key that the secrets of all webhooks are derived from, out of Secrets Manager: asked for once a
 * container, with a client that is loaded on demand. Throws where it can't be read.
 */
export function readSigningKey(): Promise<string> {
  known ??= readSecret(requireEnv("SIGNING_KEY_SECRET_ARN")).catch((error) => {
    known = undefined;
    throw error;
  });
  return known;
}

async function readSecret(SecretId: string): Promise<string> {
  const { GetSecretValueCommand, SecretsManagerClient } = await import(
    "@aws-sdk/client-secrets-manager"
  );
  const client = new SecretsManagerClient(clientSettings);
  try {
    const { SecretString = "" } = await client.send(new GetSecretValueCommand({ SecretId }));
    if (SecretString.length < SHORTEST) throw new Error("The signing key is too short to be one");
    return SecretString;
  } finally {
    client.destroy();
  }
}
