import { clientSettings } from "./awsClient.ts";

/** The text of a secret of Secrets Manager; "" if it has none. The client is loaded on demand. */
export async function readSecret(SecretId: string): Promise<string> {
  const { GetSecretValueCommand, SecretsManagerClient } = await import(
    "@aws-sdk/client-secrets-manager"
  );
  const client = new SecretsManagerClient(clientSettings);
  try {
    const { SecretString = "" } = await client.send(new GetSecretValueCommand({ SecretId }));
    return SecretString;
  } finally {
    client.destroy();
  }
}
