import { GetSecretValueCommand, SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import { clientSettings } from "../../shared/awsClient.ts";
import { requireEnv } from "../../shared/env.ts";

/** Reads the test key that an operator stored. It is not cached, so that a new one is used at once. */
export async function readSandboxKey(): Promise<string> {
  const client = new SecretsManagerClient(clientSettings);
  try {
    const SecretId = requireEnv("SANDBOX_KEY_SECRET_ARN");
    const { SecretString = "" } = await client.send(new GetSecretValueCommand({ SecretId }));
    return SecretString.trim();
  } finally {
    client.destroy();
  }
}
