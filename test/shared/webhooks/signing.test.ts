import { writeFileSync } from "node:fs";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { openSecrets } from "../../../infra/local/secretsEndpoint.ts";
import { Webhook } from "../../../shared/entities/webhook.ts";
import { allowLocalAddresses } from "../../../shared/platform/outbound/destination.ts";
import { readSigningKey } from "../../../shared/webhooks/signing.ts";
import { makeDirectory } from "../../infra/local/support.ts";
import { call } from "../../support/api.ts";
import { makeReseller, makeWebhook } from "../../support/factories.ts";
import {
  DONE,
  deliver,
  findHealth,
  makeEvents,
  makeWebhookAt,
  messageFor,
  readLog,
  startReceiver,
} from "../../support/webhooks.ts";

const SECRET_ID = "SigningKey0123ABCD";
const ROTATE = "POST /v1/webhooks/{webhook_uuid}/secret/rotate";

/** Secrets that are no signing key; undefined for a deleted one. A good key stays in memory, so the last test reads it. */
const UNUSABLE: [string, string | undefined][] = [
  ["cut short", "5ca1ab1e"],
  ["empty", ""],
  ["missing", undefined],
];

const closes: (() => Promise<void>)[] = [];

beforeAll(() => allowLocalAddresses());

afterEach(restore);

/** Returns to the tests' signing key. */
async function restore() {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  for (const close of closes.splice(0)) await close();
}

/** Replaces the secret; undefined deletes it. */
async function replaceSecret(secret: string | undefined) {
  const dataDir = makeDirectory();
  if (secret !== undefined) writeFileSync(`${dataDir}/signing-key`, secret);
  const endpoint = await openSecrets(dataDir, secret === undefined ? [] : [SECRET_ID]);
  closes.push(endpoint.close);
  vi.stubEnv("AWS_ENDPOINT_URL_SECRETS_MANAGER", endpoint.url);
  vi.stubEnv("SIGNING_KEY_SECRET_ARN", SECRET_ID);
}

test.each(UNUSABLE)(
  "while the signing key is %s, secrets are answered with 503, and none is rotated",
  async (_, secret) => {
    const reseller = await makeReseller();
    const { key, uuid: reseller_uuid } = reseller;
    const uuid = await makeWebhook(reseller);
    await replaceSecret(secret);
    for (const route of ["GET /v1/webhooks/{webhook_uuid}/secret", ROTATE] as const)
      expect(await call(route, { key, uuid })).toMatchObject({ status: 503 });
    const { data: webhook } = await Webhook.get({ reseller_uuid, uuid }).go();
    expect(webhook?.secret_generation).toBe(1);
  },
);

test("without a signing key, deliveries go back to their queue, which is no failure of the endpoint", async () => {
  const receiver = await startReceiver();
  const webhook = await makeWebhookAt(receiver.url);
  const message = messageFor(webhook, makeEvents(webhook, 2));
  await replaceSecret(undefined);
  const settings = { signingKey: readSigningKey };
  const givenBack = { batchItemFailures: [{ itemIdentifier: "message-0" }] };
  expect(await deliver([message], settings)).toEqual(givenBack);
  expect([receiver.received, await readLog(webhook)]).toEqual([[], []]);
  expect(await findHealth(webhook)).toBeUndefined();
  await restore();
  expect(await deliver([message], settings)).toEqual(DONE);
  expect(receiver.received).toHaveLength(2);
});
