import { writeFileSync } from "node:fs";
import { afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { openSecrets } from "../../../infra/local/secretsEndpoint.ts";
import { Webhook } from "../../../shared/entities/webhook.ts";
import { allowLocalAddresses } from "../../../shared/platform/outbound/index.ts";
import { checkSigningKey } from "../../../shared/webhooks/signing.ts";
import { makeDirectory } from "../../infra/local/support.ts";
import { call } from "../../support/api.ts";
import { problem } from "../../support/expected.ts";
import { makeReseller, makeWebhook } from "../../support/factories.ts";
import { thoroughly } from "../../support/runs.ts";
import {
  DONE,
  deliver,
  dueMessage,
  findHealth,
  idsOf,
  makeEvents,
  makeWebhookAt,
  messageFor,
  readLog,
  retry,
  runRetries,
  standingClock,
  startReceiver,
} from "../../support/webhooks.ts";

const SECRET_ID = "SigningKey0123ABCD";
const BUSY = problem(503, "The service is busy, try again", { "retry-after": "60" });

/** Secrets that are no signing key; undefined for a deleted one. `npm test` takes the first and last. */
const UNUSABLE = {
  "cut short": "5ca1ab1e",
  empty: "",
  missing: undefined,
};

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

describe.each(thoroughly(Object.entries(UNUSABLE)))("while the signing key is %s,", (_, secret) => {
  test("secrets are answered with 503, none is rotated, and a metric counts it", async () => {
    const reseller = await makeReseller();
    const { key, uuid: reseller_uuid } = reseller;
    const uuid = await makeWebhook(reseller);
    await replaceSecret(secret);
    const write = vi.spyOn(process.stdout, "write").mockReturnValue(true);
    expect(await call("GET /v1/webhooks/{webhook_uuid}/secret", { key, uuid })).toEqual(BUSY);
    expect(write.mock.calls.join()).toContain('"SigningKeyFaults":1');
    expect(await call("POST /v1/webhooks/{webhook_uuid}/secret/rotate", { key, uuid })).toEqual(
      BUSY,
    );
    const { data: webhook } = await Webhook.get({ reseller_uuid, uuid }).go();
    expect(webhook?.secret_generation).toBe(1);
  });

  test("deliveries wait, which is no failure of the endpoint, and go on within minutes", async () => {
    const receiver = await startReceiver();
    const webhook = await makeWebhookAt(receiver.url);
    const events = [...makeEvents(webhook, 2), ...makeEvents(webhook, 1, "webhook.test")];
    const clock = standingClock();
    const settings = { clock, signingKey: checkSigningKey };
    await replaceSecret(secret);
    expect(await deliver([messageFor(webhook, events)], settings)).toEqual(DONE);
    // Three rounds: the key is read again every five minutes.
    for (let minute = 0; minute < 11; minute += 1) {
      clock.advance(60);
      const { due_at = "" } = (await findHealth(webhook)) ?? {};
      if (Date.parse(due_at) > clock.now()) continue;
      expect(await retry([await dueMessage(webhook)], settings)).toEqual(DONE);
    }
    expect(receiver.received).toEqual([]);
    expect(await readLog(webhook)).toMatchObject(
      events.map(() => ({ status: "pending", tries: 0, attempts: [] })),
    );
    const health = await findHealth(webhook);
    expect([health?.failing_since, health?.open_until]).toEqual([undefined, undefined]);

    await restore();
    await runRetries(webhook, { ...settings, until: clock.now() + 5 * 60_000 });
    expect(idsOf(receiver)).toEqual(events.map(({ id }) => id).toSorted());
    expect(await findHealth(webhook)).toBeUndefined();
  });
});
