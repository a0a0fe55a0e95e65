import { Webhook as Verifier } from "standardwebhooks";
import { describe, expect, test } from "vitest";
import { findLane } from "../../../../functions/events/lane.ts";
import { signingSecrets } from "../../../../functions/events/signing.ts";
import { disableWebhook } from "../../../../functions/events/webhook.ts";
import { Webhook, type WebhookRecord } from "../../../../shared/entities/webhook.ts";
import { userAgent } from "../../../../shared/outbound/index.ts";
import { systemClock, timestamp } from "../../../../shared/time.ts";
import {
  DONE,
  deliver,
  idsOf,
  makeEvents,
  makeWebhookAt,
  messageFor,
  readSoundLog,
  SIGNING_KEY,
  standingClock,
  startReceiver,
} from "../../../support/webhooks.ts";

const NOON = Date.parse("2026-11-20T12:00:00Z");

test("an event is posted by Standard Webhooks and logged", async () => {
  const receiver = await startReceiver((_, response) => response.end("thank you"));
  const webhook = await makeWebhookAt(`${receiver.url}/in`);
  const [event] = makeEvents(webhook, 1);
  if (!event) throw new Error("There is no event");
  // As the dispatcher of the release before sends it.
  const { user_uuid: _, business_uuid: __, ...older } = event;
  const message = messageFor(webhook, [older as typeof event]);
  expect(await deliver([message], { clock: standingClock(NOON) })).toEqual(DONE);
  const { id, type, timestamp: at, sequence, data } = event;
  const ofNobody = { user_uuid: null, business_uuid: null };
  const body = JSON.stringify({ type, timestamp: at, sequence, ...ofNobody, data });
  expect(receiver.requests).toEqual(["POST /in"]);
  expect(receiver.received).toEqual([
    {
      id,
      body,
      headers: expect.objectContaining({
        "content-type": "application/json",
        "user-agent": userAgent(),
        "webhook-id": id,
        "webhook-timestamp": String(NOON / 1000),
        "webhook-signature": expect.stringMatching(/^v1,[\w+/=]{44}$/),
      }),
    },
  ]);
  const noon = "2026-11-20T12:00:00+00:00";
  expect(await readSoundLog(webhook)).toEqual([
    {
      reseller_uuid: webhook.reseller_uuid,
      webhook_uuid: webhook.uuid,
      sequence: 0,
      uuid: expect.stringMatching(/^[0-9a-f-]{36}$/),
      event_id: id,
      event_type: type,
      body,
      status: "delivered",
      attempts: [{ at: noon, status: 200, error: null, duration_ms: 0, response: "thank you" }],
      tries: 1,
      created_at: noon,
      updated_at: noon,
      expires_epoch: NOON / 1000 + 30 * 24 * 3600,
    },
  ]);
  expect(await findLane(webhook)).toBeUndefined();
});

test("the library of Standard Webhooks accepts the signature, after a rotation with the old secret too", async () => {
  const receiver = await startReceiver();
  const until = timestamp(new Date(Date.now() + 3600_000));
  const webhook = await makeWebhookAt(receiver.url, {
    secret_generation: 3,
    retired_secrets: [
      { generation: 2, until },
      { generation: 1, until: timestamp(new Date(0)) },
    ],
  });
  await deliver([messageFor(webhook, makeEvents(webhook, 1))], { clock: systemClock });
  const [{ body, headers } = { body: "", headers: {} }] = receiver.received;
  const verify = (generation: number) => {
    const [secret = ""] = signingSecrets(
      SIGNING_KEY,
      { ...webhook, secret_generation: generation },
      new Date(),
    );
    return () => new Verifier(secret).verify(body, headers);
  };
  expect(verify(3)()).toEqual(JSON.parse(body));
  expect(verify(2)()).toEqual(JSON.parse(body));
  expect(verify(1)).toThrow();
  expect(verify(4)).toThrow();
});

test("the log has the 30 events of a message in their order", async () => {
  const receiver = await startReceiver();
  const webhook = await makeWebhookAt(receiver.url);
  const events = makeEvents(webhook, 30);
  expect(await deliver([messageFor(webhook, events)])).toEqual(DONE);
  const ids = events.map(({ id }) => id);
  expect(idsOf(receiver)).toEqual(ids.toSorted());
  const log = await readSoundLog(webhook);
  expect(log.map(({ event_id }) => event_id)).toEqual(ids);
});

test("a message that is twice in a batch is delivered once", async () => {
  const receiver = await startReceiver();
  const webhook = await makeWebhookAt(receiver.url);
  const events = makeEvents(webhook, 3);
  const message = messageFor(webhook, events);
  const others = messageFor(webhook, makeEvents(webhook, 1));
  expect(await deliver([message, others, message])).toEqual(DONE);
  expect(receiver.requests).toHaveLength(4);
  expect(await readSoundLog(webhook)).toHaveLength(4);
});

test("a deleted webhook gets no attempt", async () => {
  const receiver = await startReceiver();
  const webhook = await makeWebhookAt(receiver.url);
  await Webhook.delete(webhook).go();
  expect(await deliver([messageFor(webhook, makeEvents(webhook, 2))])).toEqual(DONE);
  expect(receiver.requests).toEqual([]);
  expect(await readSoundLog(webhook)).toEqual([]);
});

test.each([
  ["deleted", (webhook: WebhookRecord) => Webhook.delete(webhook).go()],
  ["disabled", (webhook: WebhookRecord) => disable(webhook)],
])("a webhook that is %s while its events are sent gets no more after a second", async (_, end) => {
  const clock = standingClock();
  let webhook: WebhookRecord | undefined;
  const receiver = await startReceiver(async (_, response) => {
    if (webhook) await end(webhook);
    webhook = undefined;
    clock.advance(2);
    response.writeHead(204).end();
  });
  webhook = await makeWebhookAt(receiver.url);
  expect(await deliver([messageFor(webhook, makeEvents(webhook, 25))], { clock })).toEqual(DONE);
  // Only the attempts that had begun.
  expect(receiver.requests.length).toBeLessThanOrEqual(10);
});

const disable = (webhook: WebhookRecord) =>
  disableWebhook(webhook, { reason: "operator", now: new Date() });

describe("a webhook that is disabled", () => {
  const disabled_at = timestamp(new Date(Date.now() - 60_000));
  const disabled = { disabled_at, disabled_reason: "operator" };

  test("gets its test events only", async () => {
    const receiver = await startReceiver();
    const webhook = await makeWebhookAt(receiver.url, disabled);
    const [other] = makeEvents(webhook, 1);
    const [sent] = makeEvents(webhook, 1, "webhook.test");
    if (!other || !sent) throw new Error("There are no events");
    expect(await deliver([messageFor(webhook, [other, sent])])).toEqual(DONE);
    expect(idsOf(receiver)).toEqual([sent.id]);
    expect(await readSoundLog(webhook)).toMatchObject([{ status: "delivered", event_id: sent.id }]);
  });

  test("gets one attempt of a test event that fails", async () => {
    const receiver = await startReceiver((_, response) => response.writeHead(500).end());
    const webhook = await makeWebhookAt(receiver.url, disabled);
    await deliver([messageFor(webhook, makeEvents(webhook, 1, "webhook.test"))]);
    expect(await readSoundLog(webhook)).toMatchObject([
      { status: "failed", attempts: [{ status: 500 }] },
    ]);
    expect(await findLane(webhook)).toBeUndefined();
  });
});
