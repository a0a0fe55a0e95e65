import { Webhook as Verifier } from "standardwebhooks";
import { expect, test } from "vitest";
import { Webhook } from "../../../../shared/entities/webhook.ts";
import { systemClock, timestamp } from "../../../../shared/platform/time.ts";
import { signingSecrets } from "../../../../shared/webhooks/signing.ts";
import { costOf } from "../../../support/cost.ts";
import {
  DONE,
  deliver,
  findHealth,
  idsOf,
  makeEvents,
  makeWebhookAt,
  messageFor,
  readLog,
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
  expect(await deliver([messageFor(webhook, [event])], { clock: standingClock(NOON) })).toEqual(
    DONE,
  );
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
        "user-agent": `ResellerMonitoring/1.0 (+${process.env["CONTACT_URL"]})`,
        "webhook-id": id,
        "webhook-timestamp": String(NOON / 1000),
        "webhook-signature": expect.stringMatching(/^v1,[\w+/=]{44}$/),
      }),
    },
  ]);
  const noon = "2026-11-20T12:00:00+00:00";
  expect(await readLog(webhook)).toEqual([
    {
      reseller_uuid: webhook.reseller_uuid,
      webhook_uuid: webhook.uuid,
      uuid: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f-]{21}$/),
      event_id: id,
      event_type: type,
      body,
      status: "delivered",
      attempts: [{ at: noon, status: 200, error: null, duration_ms: 0, response: "thank you" }],
      tries: 1,
      created_at: at,
      updated_at: noon,
      expires_epoch: Date.parse(at) / 1000 + 30 * 24 * 3600,
    },
  ]);
  expect(await findHealth(webhook)).toBeUndefined();
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

test("a message that comes twice is logged once, and events that were logged are not sent again", async () => {
  const receiver = await startReceiver();
  const webhook = await makeWebhookAt(receiver.url);
  const events = makeEvents(webhook, 5);
  const [first, ...others] = [messageFor(webhook, events.slice(0, 2)), messageFor(webhook, events)];
  expect(await deliver([first])).toEqual(DONE);
  const before = await readLog(webhook);
  expect(await deliver(others)).toEqual(DONE);
  expect(receiver.requests).toHaveLength(5);
  const both = [deliver([first]), deliver([first])];
  expect(await Promise.all(both)).toEqual([DONE, DONE]);
  const log = await readLog(webhook);
  expect(log).toHaveLength(5);
  expect(log).toEqual(expect.arrayContaining(before));
});

test("a deleted webhook gets no attempt", async () => {
  const receiver = await startReceiver();
  const webhook = await makeWebhookAt(receiver.url);
  await Webhook.delete(webhook).go();
  expect(await deliver([messageFor(webhook, makeEvents(webhook, 2))])).toEqual(DONE);
  expect(receiver.requests).toEqual([]);
  expect(await readLog(webhook)).toEqual([]);
});

test("a webhook that is disabled gets its test events only", async () => {
  const disabled_at = timestamp(new Date(Date.now() - 60_000));
  const receiver = await startReceiver();
  const webhook = await makeWebhookAt(receiver.url, { disabled_at, disabled_reason: "operator" });
  const [other] = makeEvents(webhook, 1);
  const [sent] = makeEvents(webhook, 1, "webhook.test");
  if (!other || !sent) throw new Error("There are no events");
  expect(await deliver([messageFor(webhook, [other, sent])])).toEqual(DONE);
  expect(idsOf(receiver)).toEqual([sent.id]);
  expect(await readLog(webhook)).toMatchObject([{ status: "delivered", event_id: sent.id }]);
});

test("a usual delivery takes one read, and one write of at most three units", async () => {
  const receiver = await startReceiver();
  const webhook = await makeWebhookAt(receiver.url);
  const send = () => deliver([messageFor(webhook, makeEvents(webhook, 1))]);
  // The reseller's limits are read every ten seconds.
  await send();
  const { commands, writeUnits } = await costOf(send);
  expect(commands).toEqual(["BatchGetItem", "PutItem"]);
  expect(writeUnits).toBeLessThanOrEqual(3);
});
