import { expect, onTestFinished, test } from "vitest";
import { changesHandler } from "../../../../functions/workers/changes/dispatch.ts";
import { handler } from "../../../../functions/workers/changes/index.ts";
import { User } from "../../../../shared/entities/user.ts";
import { Webhook, withHealth } from "../../../../shared/entities/webhook.ts";
import { timestamp } from "../../../../shared/platform/time.ts";
import { newUuid } from "../../../../shared/platform/uuid.ts";
import { interceptMessages } from "../../../support/interceptRequests.ts";
import { messagesAbout } from "../../../support/messages.ts";
import { changeOf } from "../../../support/stream.ts";
import { putWebhook, recordsOf } from "./batch.ts";

const DONE = { batchItemFailures: [] };

/** The messages that are sent to a queue until the test is over, with their group and delay. */
function watchQueue(variable: string) {
  const entries: { body: unknown; group: unknown; delay: unknown }[] = [];
  const end = interceptMessages((_, { QueueUrl, Entries }) => {
    if (QueueUrl !== process.env[variable]) return;
    for (const entry of Entries as Record<string, unknown>[]) {
      const { MessageBody, MessageGroupId: group, DelaySeconds: delay } = entry;
      entries.push({ body: JSON.parse(String(MessageBody)), group, delay });
    }
  });
  onTestFinished(end);
  return entries;
}

test("the retrier looks at a webhook when its health says so", async () => {
  const reseller_uuid = newUuid();
  const webhook = await putWebhook(reseller_uuid);
  const now = Math.floor(Date.now() / 1000) * 1000;
  // Within a second: a message must not come before it is due.
  const clock = { now: () => now + 400, sleep: async () => {} };
  const dueAt = (seconds: number) => timestamp(new Date(now + seconds * 1000));
  const health = (seconds: number, version = "") => ({
    ...{ ...webhook, version },
    ...withHealth(webhook.uuid, { due_at: dueAt(seconds) }),
  });
  const sent = watchQueue("RETRIES_QUEUE_URL");
  const changes = [
    { before: webhook, after: health(0) },
    { before: health(0), after: health(120) },
    { before: health(120), after: health(120, "3") },
    { before: health(120), after: health(900) },
    { before: health(900), after: health(901) },
    { before: health(901), after: health(-60) },
    { before: health(-60), after: webhook },
    { before: health(-60) },
  ];
  const Records = changes.map((images) => changeOf(Webhook, images));
  expect(await changesHandler(clock)({ Records })).toEqual(DONE);
  expect(sent).toEqual(
    [
      { at: 0, delay: 0 },
      { at: 120, delay: 120 },
      { at: 900, delay: 900 },
      { at: -60, delay: 0 },
    ].map(({ at, delay }) => ({
      body: { webhooks: [{ reseller_uuid, uuid: webhook.uuid, due_at: dueAt(at) }] },
      group: webhook.uuid,
      delay,
    })),
  );
});

test("a range is replayed once when it is requested, and not when its webhook changes otherwise", async () => {
  const reseller_uuid = newUuid();
  const webhook = await putWebhook(reseller_uuid);
  const time = timestamp();
  const [first, second] = [
    { since: time, requested_at: time },
    { since: time, status: "failed" as const, requested_at: time },
  ];
  const sent = watchQueue("RETRIES_QUEUE_URL");
  const Records = [
    changeOf(Webhook, { before: webhook, after: { ...webhook, replay: first } }),
    changeOf(Webhook, {
      before: { ...webhook, replay: first },
      after: { ...webhook, replay: first, secret_generation: 2 },
    }),
    changeOf(Webhook, {
      before: { ...webhook, replay: first },
      after: { ...webhook, replay: second },
    }),
    // A deleted webhook that is restored.
    changeOf(Webhook, { after: { ...webhook, replay: second } }),
  ];
  expect(await handler({ Records })).toEqual(DONE);
  const [group, delay] = [webhook.uuid, undefined];
  const key = { reseller_uuid, webhook_uuid: webhook.uuid };
  expect(sent).toEqual(
    [first, second].map((replay) => ({ body: { replay: { ...key, ...replay } }, group, delay })),
  );
});

test("a user is welcomed once, and a reseller is told each time a webhook is disabled", async () => {
  const reseller_uuid = newUuid();
  const { user } = recordsOf(reseller_uuid);
  const webhook = await putWebhook(reseller_uuid);
  const at = (disabled_at: string) => ({ ...webhook, disabled_at });
  const Records = [
    changeOf(User, { after: user }),
    changeOf(User, { before: user, after: { ...user, business_sequence: 4 } }),
    changeOf(Webhook, { before: webhook, after: at("2026-11-22T09:30:00+00:00") }),
    changeOf(Webhook, { before: at("2026-11-22T09:30:00+00:00"), after: webhook }),
    changeOf(Webhook, { before: webhook, after: { ...webhook, test_count: 1 } }),
    changeOf(Webhook, { before: webhook, after: at("2026-11-22T09:40:00+00:00") }),
  ];
  expect(await handler({ Records })).toEqual(DONE);
  const disabled = { webhook_disabled: { reseller_uuid, webhook_uuid: webhook.uuid } };
  expect(messagesAbout("MAIL_QUEUE_URL", reseller_uuid)).toEqual([
    { onboarding: { reseller_uuid, user_uuid: user.uuid } },
    disabled,
    disabled,
  ]);
});
