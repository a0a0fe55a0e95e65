import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { GetSecretValueCommand, SecretsManagerClient } from "@aws-sdk/client-secrets-manager";
import { describe, expect, onTestFinished, test } from "vitest";
import { openSecrets } from "../../../infra/local/secretsEndpoint.ts";
import { makeDirectory } from "./support.ts";

const ID = "SigningKey0C8E2F11";

async function open(dataDir: string, secrets = [ID]) {
  const endpoint = await openSecrets(dataDir, secrets);
  onTestFinished(endpoint.close);
  const credentials = { accessKeyId: "a", secretAccessKey: "b" };
  const client = new SecretsManagerClient({ endpoint: endpoint.url, region: "local", credentials });
  onTestFinished(() => client.destroy());
  const read = async (SecretId: string) =>
    (await client.send(new GetSecretValueCommand({ SecretId }))).SecretString;
  return { ...endpoint, read };
}

async function post(url: string, target: string, body: string) {
  const headers = { "x-amz-target": target };
  const response = await fetch(url, { method: "POST", headers, body });
  return { status: response.status, body: await response.json() };
}

describe("the local Secrets Manager", () => {
  test("gives the AWS SDK a value that is made once, for this user only", async () => {
    const dataDir = makeDirectory();
    const [first, second] = await Promise.all([open(dataDir), open(dataDir)]);
    const value = await first.read(ID);
    expect(value).toMatch(/^[0-9a-f]{64}$/);
    expect(await second.read(ID)).toBe(value);
    expect(await (await open(dataDir)).read(ID)).toBe(value);
    const file = join(dataDir, "signing-key");
    expect(readFileSync(file, "utf8")).toBe(value);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  test("gives each secret a value of its own, and another one in another directory", async () => {
    const { read } = await open(makeDirectory(), [ID, "Other01234567"]);
    const other = await open(makeDirectory());
    const values = [await read(ID), await read("Other01234567"), await other.read(ID)];
    expect(new Set(values).size).toBe(3);
  });

  test("refuses what it does not know", async () => {
    const { url, read } = await open(makeDirectory());
    await expect(read("Missing")).rejects.toMatchObject({ name: "ResourceNotFoundException" });
    expect((await post(url, "secretsmanager.PutSecretValue", "{}")).status).toBe(400);
  });
});
