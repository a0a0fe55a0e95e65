import { writeFileSync } from "node:fs";
import { expect, onTestFinished, test, vi } from "vitest";
import { checkSigningKey } from "../../../functions/events/signingKey.ts";
import { findSigningKeyFault, openSecrets } from "../../../infra/local/secretsEndpoint.ts";
import { makeDirectory } from "./support.ts";

const SECRET_ID = "SigningKey0C8E2F11";

test.each([
  ["the table's own", undefined, undefined],
  [
    "another one",
    "z".repeat(64),
    "The signing key is not the one that webhooks' secrets came from",
  ],
  ["cut short", "z", "The signing key is shorter than 32 characters"],
])("a start with a signing key that is %s says so, and the way out", async (_, key, fault) => {
  const dataDir = makeDirectory();
  writeFileSync(`${dataDir}/signing-key`, key ?? (await checkSigningKey()));
  const endpoint = await openSecrets(dataDir, [SECRET_ID]);
  onTestFinished(endpoint.close);
  vi.stubEnv("AWS_ENDPOINT_URL_SECRETS_MANAGER", endpoint.url);
  vi.stubEnv("SIGNING_KEY_SECRET_ARN", SECRET_ID);
  onTestFinished(() => void vi.unstubAllEnvs());
  expect(await findSigningKeyFault(dataDir)).toBe(
    fault &&
      `${fault}: put the old ${dataDir}/signing-key back, or delete it, and start again. "npm run -s admin -- signing-key accept --yes" then accepts the new one, which changes the secret of every webhook.`,
  );
});
