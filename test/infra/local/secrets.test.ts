import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { GetSecretValueCommand, SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import { expect, onTestFinished, test } from "vitest";
import { openSecrets } from "../../../infra/local/secretsEndpoint.ts";
import { makeDirectory } from "./support.ts";

const ID = "SigningKey0C8E2F11";

async function open(dataDir: string) {
  const endpoint = await openSecrets(dataDir, [ID]);
  onTestFinished(endpoint.close);
  const credentials = { accessKeyId: "a", secretAccessKey: "b" };
  const client = new SecretsManagerClient({ endpoint: endpoint.url, region: "local", credentials });
  onTestFinished(() => client.destroy());
  return async (SecretId: string) =>
    (await client.send(new GetSecretValueCommand({ SecretId }))).SecretString;
}

test("the local Secrets Manager makes a value once, for this user only", async () => {
  const dataDir = makeDirectory();
  const read = await open(dataDir);
  const value = await read(ID);
  expect(value).toMatch(/^[0-9a-f]{64}$/);
  expect(await (await open(dataDir))(ID)).toBe(value);
  const file = join(dataDir, "signing-key");
  expect(readFileSync(file, "utf8")).toBe(value);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(await (await open(makeDirectory()))(ID)).not.toBe(value);
  await expect(read("Missing")).rejects.toMatchObject({ name: "ResourceNotFoundException" });
});
