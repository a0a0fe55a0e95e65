import { writeFileSync } from "node:fs";
import { expect, onTestFinished, test, vi } from "vitest";
import { openSecrets } from "../../../infra/local/secretsEndpoint.ts";
import { makeDirectory } from "../../infra/local/support.ts";

/** The module as a new container has it. */
async function fresh() {
  vi.resetModules();
  return await import("../../../functions/events/signing.ts");
}

test("is asked for once, however many ask, and stays the same in another container", async () => {
  const { readSigningKey } = await fresh();
  const [one, two] = [readSigningKey(), readSigningKey()];
  expect(two).toBe(one);
  expect(await one).toMatch(/^[0-9a-f]{64}$/);
  expect(await (await fresh()).readSigningKey()).toBe(await one);
});

test("is asked for again when it could not be read", async () => {
  const { readSigningKey } = await fresh();
  vi.stubEnv("SIGNING_KEY_SECRET_ARN", "Missing");
  await expect(readSigningKey()).rejects.toThrow("The stack has no secret Missing");
  vi.unstubAllEnvs();
  expect(await readSigningKey()).toMatch(/^[0-9a-f]{64}$/);
});

test("is refused when it is too short to be one", async () => {
  const dataDir = makeDirectory();
  writeFileSync(`${dataDir}/signing-key`, "short");
  const endpoint = await openSecrets(dataDir, ["SigningKey0123ABCD"]);
  onTestFinished(endpoint.close);
  vi.stubEnv("AWS_ENDPOINT_URL_SECRETS_MANAGER", endpoint.url);
  vi.stubEnv("SIGNING_KEY_SECRET_ARN", "SigningKey0123ABCD");
  onTestFinished(() => void vi.unstubAllEnvs());
  const { readSigningKey } = await fresh();
  await expect(readSigningKey()).rejects.toThrow("The signing key is too short to be one");
});
