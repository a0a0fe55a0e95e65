/** The text of a secret of Secrets Manager; throws where it has none. Its client is loaded on demand. */
export async function readSecret(arn: string): Promise<string> {
  const { GetSecretValueCommand, SecretsManagerClient } = await import(
    "@aws-sdk/client-secrets-manager"
  );
  const client = new SecretsManagerClient({});
  try {
    const { SecretString } = await client.send(new GetSecretValueCommand({ SecretId: arn }));
    if (!SecretString) throw new Error(`The secret ${arn} has no text`);
    return SecretString;
  } finally {
    client.destroy();
  }
}
